/* The process that startup is compared with: writes one byte and ends. */
#include <unistd.h>

int main(void) { return write(1, "x", 1) == 1 ? 0 : 1; }
