#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define MATRICES_ARE_EMULATED 1
#include "common.glsl"
#include "gemm_matrix.glsl"
