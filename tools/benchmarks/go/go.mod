module runnel.internal/benchmarks

go 1.19

require runnel.internal/runnel v0.1.0

replace runnel.internal/runnel => ../../../bindings/go
