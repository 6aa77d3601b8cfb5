/* How replicas of a model, each a task of a cluster, bring their gradients together. Here is what that
 * puts into the graph; replicas.h has the protocol that runs it. */
#ifndef RUNNEL_EXAMPLES_EXCHANGE_H_
#define RUNNEL_EXAMPLES_EXCHANGE_H_

#include <runnel/runnel.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MAX_REPLICAS = 64, MAX_EXCHANGED = 8 };

typedef enum {
  REPLICAS_NONE,      /* one process */
  REPLICAS_ASYNC,     /* each updates shared variables by itself */
  REPLICAS_SYNC,      /* replica 0 updates shared variables with the mean of all gradients */
  REPLICAS_ALLREDUCE, /* each has its own variables and updates them with the mean of all gradients */
} replicas_kind_t;

typedef struct {
  replicas_kind_t kind;
  int replica, replicas;
  int required;                /* sync: so many gradients make an update; the rest are backups */
  int64_t staleness;           /* async: updates by others that a gradient may miss; -1: any number */
  int scale_stale;             /* async: staler gradients are made smaller instead of dropped */
  int64_t bucket_bytes;        /* all-reduce: gradients that together are no larger are sent as one */
  rnl_device_setter_t* setter; /* where shared variables go; NULL: anywhere */
} replicas_spec_t;

/* What is in the graph of one replica. */
typedef struct {
  replicas_spec_t spec;
  rnl_output_t missed; /* async with a bound: int64 [], how many updates by others came in between */
  /* Sync, fed: */
  rnl_output_t local_step; /* int64 []: the step whose values gradients are computed from */
  rnl_output_t message;    /* int64 [3]: from a replica to the chief */
  rnl_output_t token;      /* int64 [2]: from the chief to a replica */
  rnl_output_t required;   /* int32 [] */
  /* Sync, fetched: */
  rnl_output_t next_message, next_token, tokens_left;
  rnl_output_t counts[MAX_EXCHANGED], taken[MAX_EXCHANGED]; /* of each accumulator */
  int num_accumulators;
  /* Sync, targets: */
  rnl_node_t apply;              /* local_step, message: adds gradients up, then sends the message */
  rnl_node_t send;               /* message */
  rnl_node_t give[MAX_REPLICAS]; /* token: to replica i */
  rnl_node_t set_step;           /* local_step: what is older is dropped from now on */
  rnl_output_t ready;            /* several replicas: bool [], whether every variable has a value */
  /* All-reduce, targets in which all replicas take part: */
  rnl_node_t adopt; /* every variable becomes what it is at replica 0; all must have some value */
  rnl_node_t meet;  /* ends when all have come */
} exchange_t;

#ifdef __cplusplus
}
#endif

#endif /* RUNNEL_EXAMPLES_EXCHANGE_H_ */
