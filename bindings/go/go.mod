module runnel

go 1.19
