// The path has a dot, as go get and require want it; "internal" is no place in the network and never will be.
module runnel.internal/runnel

go 1.19
