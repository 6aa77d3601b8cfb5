#define _POSIX_C_SOURCE 200112L /* clock_gettime */
#include "replicas.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a message says besides that a gradient of a step (0 or more) was added. */
enum { JOINED = -1, LEFT = -2 };
/* Tags of what ends in the background. */
enum { INBOX = 1, WATCHED = 100 };
/* A message may end with a session of the chief's that was lost: until it is answered it is repeated. */
enum { REPEAT_MS = 1000 };
/* While somebody is missing: how often to see whether it has ended for good; how long one attempt to
 * find the chief takes, between which the caller sees whether training is over. */
enum { LOOK_MS = 250, ATTEMPT_MS = 5000 };

/* What the chief knows of a replica. */
typedef struct {
  int live;   /* counts */
  int quiet;  /* adds nothing to this round any more: it waits for a token */
  int fresh;  /* its gradient is in this round */
  int joined; /* has ever been there */
  int64_t nonce;
  int64_t heard; /* the last nonce of any life of it */
  /* A step that ends only with the task. */
  rnl_graph_t* graph;
  rnl_session_t* watch;
  uint64_t generation;
} member_t;

struct replicas_t {
  rnl_session_t* session;
  const exchange_t* exchange;
  rnl_node_t update;
  replicas_options_t options;
  rnl_completion_queue_t* ended;
  int inbox_pending; /* a dequeue of messages (chief) or tokens is under way */
  int64_t nonce, step;
  int round_begun, dirty, over;
  int answered;     /* the chief knows of this life */
  int64_t heard_ms; /* when something happened last, by now_ms */
  char missed[160];
  rnl_tensor_t *message, *local_step;
  member_t members[MAX_REPLICAS];
};

static int is_chief(const replicas_t* r) { return r->exchange->spec.replica == 0; }

static int64_t new_nonce(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec; /* one life begins after the other */
}

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int has_finished(const replicas_t* r, int i) {
  return r->options.finished != NULL && r->options.finished(r->options.arg, i);
}

static rnl_status_t* run(replicas_t* r, const rnl_output_t* feed, rnl_tensor_t* value,
                         const rnl_output_t* fetch, rnl_tensor_t** out, const rnl_node_t* target) {
  return rnl_session_run_outputs(r->session, NULL, feed, &value, feed == NULL ? 0 : 1, fetch, out,
                                 fetch == NULL ? 0 : 1, target, target == NULL ? 0 : 1, NULL);
}

static rnl_status_t* make_ints(replicas_t* r, const int64_t* values, int64_t count, int is_scalar,
                               rnl_tensor_t** out) {
  return rnl_tensor_from_data(r->options.runtime, RNL_INT64, is_scalar ? 0 : 1, &count, values,
                              (size_t)count * sizeof(int64_t), out);
}

static rnl_status_t* send(replicas_t* r, int64_t what) {
  int64_t values[3];
  rnl_tensor_t* message = NULL;
  rnl_status_t* status;
  values[0] = r->exchange->spec.replica;
  values[1] = what;
  values[2] = r->nonce;
  status = make_ints(r, values, 3, 0, &message);
  if (status == NULL) status = run(r, &r->exchange->message, message, NULL, NULL, &r->exchange->send);
  rnl_tensor_release(message);
  return status;
}

/* Starts to wait for the next message or token, unless that is under way. */
static rnl_status_t* listen_to_inbox(replicas_t* r) {
  const rnl_output_t* from = is_chief(r) ? &r->exchange->next_message : &r->exchange->next_token;
  rnl_status_t* status;
  if (r->inbox_pending) return NULL;
  status = rnl_session_run_async(r->session, NULL, NULL, NULL, 0, from, 1, NULL, 0, r->ended, INBOX);
  r->inbox_pending = status == NULL;
  return status;
}

static void unwatch(member_t* m) {
  if (m->watch != NULL) rnl_status_release(rnl_session_close(m->watch)); /* its step waits for ever */
  rnl_session_release(m->watch);
  rnl_graph_release(m->graph);
  m->watch = NULL;
  m->graph = NULL;
  ++m->generation;
}

/* A step on the task of replica i that waits there for what never comes: it ends with the task. */
static rnl_status_t* watch(replicas_t* r, int i, int64_t timeout_ms) {
  member_t* m = &r->members[i];
  char device[96];
  rnl_session_options_t* options = NULL;
  rnl_node_builder_t* node;
  rnl_node_t added = RNL_NO_NODE;
  rnl_output_t output;
  const rnl_dtype_t type = RNL_INT64;
  rnl_status_t* status;
  unwatch(m);
  snprintf(device, sizeof(device), "/job:%s/task:%d", r->options.job, i);
  status = rnl_graph_create(r->options.runtime, &m->graph);
  if (status != NULL) return status;
  node = rnl_node_builder_create(m->graph, rnl_str("FIFOQueueV2"), rnl_str("never"));
  rnl_node_builder_set_attr_type_list(node, rnl_str("component_types"), &type, 1);
  rnl_node_builder_set_device(node, rnl_str(device));
  status = rnl_node_builder_finish(node, &added);
  if (status != NULL) return status;
  node = rnl_node_builder_create(m->graph, rnl_str("QueueDequeueV2"), rnl_str("wait"));
  rnl_node_builder_add_input(node, rnl_output(added, 0));
  rnl_node_builder_set_attr_type_list(node, rnl_str("component_types"), &type, 1);
  status = rnl_node_builder_finish(node, &added);
  if (status == NULL) status = rnl_session_options_create(&options);
  if (status != NULL) return status;
  status = rnl_session_options_set_target(options, rnl_server_target(r->options.server));
  if (status == NULL)
    status = rnl_session_options_set_token(options, rnl_server_token(r->options.server));
  if (status == NULL) status = rnl_session_options_add_device_filter(options, rnl_str(device));
  if (status == NULL && timeout_ms >= 0)
    status = rnl_session_options_set_connect_timeout(options, timeout_ms);
  if (status == NULL) status = rnl_session_create(m->graph, options, &m->watch);
  rnl_session_options_release(options);
  if (status != NULL) return status;
  output = rnl_output(added, 0);
  return rnl_session_run_async(m->watch, NULL, NULL, NULL, 0, &output, 1, NULL, 0, r->ended,
                               WATCHED + (uint64_t)i + MAX_REPLICAS * m->generation);
}

static void report(replicas_t* r, int replica, rnl_status_t* lost) {
  if (r->options.event != NULL) r->options.event(r->options.arg, replica, lost);
}

/* ---- the chief ---- */

static rnl_status_t* give(replicas_t* r, int i, int64_t step) {
  int64_t values[2];
  rnl_tensor_t* token = NULL;
  rnl_status_t* status;
  values[0] = step;
  values[1] = r->members[i].nonce;
  status = make_ints(r, values, 2, 0, &token);
  if (status == NULL) status = run(r, &r->exchange->token, token, NULL, NULL, &r->exchange->give[i]);
  rnl_tensor_release(token);
  return status;
}

/* Whatever is in the accumulators is dropped, and what is computed from older values will be. */
static rnl_status_t* clear_round(replicas_t* r) {
  const exchange_t* x = r->exchange;
  rnl_tensor_t *one = NULL, *step = NULL;
  rnl_status_t* status = rnl_tensor_from_scalar(r->options.runtime, RNL_INT32, 1, &one);
  int i;
  for (i = 0; i < x->num_accumulators && status == NULL; ++i) {
    rnl_tensor_t *count = NULL, *dropped = NULL;
    status = run(r, NULL, NULL, &x->counts[i], &count, NULL);
    if (status == NULL && *(const int32_t*)rnl_tensor_data(count) > 0)
      status = run(r, &x->required, one, &x->taken[i], &dropped, NULL);
    rnl_tensor_release(count);
    rnl_tensor_release(dropped);
  }
  if (status == NULL) status = make_ints(r, &r->step, 1, 1, &step);
  if (status == NULL) status = run(r, &x->local_step, step, NULL, NULL, &x->set_step);
  rnl_tensor_release(one);
  rnl_tensor_release(step);
  return status;
}

static rnl_status_t* begin_round(replicas_t* r) {
  rnl_status_t* status = NULL;
  int i;
  for (i = 0; i < r->exchange->spec.replicas && status == NULL; ++i) {
    member_t* m = &r->members[i];
    m->fresh = m->quiet = 0;
    if (i > 0 && m->live && m->joined) status = give(r, i, r->step);
  }
  r->dirty = 0;
  r->round_begun = 1;
  r->heard_ms = now_ms();
  return status;
}

/* How many replicas are waited for that are not there. What has finished is not waited for. */
static int count_absent(replicas_t* r) {
  int i, absent = 0;
  for (i = 1; i < r->exchange->spec.replicas; ++i) {
    member_t* m = &r->members[i];
    if (!m->live || m->joined) continue;
    if (has_finished(r, i)) {
      m->live = 0;
    } else {
      ++absent;
    }
  }
  return absent;
}

/* Whether what is absent has been for too long, while nobody else had anything to do. */
static int misses_somebody(replicas_t* r) {
  const int64_t waited_ms = now_ms() - r->heard_ms;
  size_t used;
  int i;
  for (i = 1; i < r->exchange->spec.replicas; ++i) {
    const member_t* m = &r->members[i];
    if (m->live && m->joined && !m->quiet) return 0;
  }
  if (r->options.patience_ms < 0 || waited_ms < r->options.patience_ms) return 0;
  used = (size_t)snprintf(r->missed, sizeof(r->missed), "not there for %ld ms:", (long)waited_ms);
  for (i = 1; i < r->exchange->spec.replicas && used + 40 < sizeof(r->missed); ++i) {
    const member_t* m = &r->members[i];
    if (m->live && !m->joined)
      used += (size_t)snprintf(r->missed + used, sizeof(r->missed) - used, " /job:%.16s/task:%d",
                               r->options.job, i);
  }
  return 1;
}

/* Whether nobody has to be waited for; *out_fresh is the number of gradients. */
static int round_is_complete(const replicas_t* r, int* out_fresh) {
  const replicas_spec_t* spec = &r->exchange->spec;
  const int exact = spec->required >= spec->replicas;
  int i, fresh = 0, live = 0, quiet = 0;
  for (i = 0; i < spec->replicas; ++i) {
    const member_t* m = &r->members[i];
    live += m->live;
    fresh += m->fresh;
    quiet += m->live && m->quiet;
  }
  *out_fresh = fresh;
  if (exact) return quiet == live;
  return (r->round_begun ? fresh : quiet) >= (live < spec->required ? live : spec->required);
}

static rnl_status_t* hear_loss(replicas_t* r, int i, rnl_status_t* why) {
  member_t* m = &r->members[i];
  unwatch(m);
  m->live = r->options.await_restart;
  m->joined = m->quiet = 0;
  m->nonce = 0; /* nothing more is heard from that life */
  if (!m->fresh) r->dirty = 1;
  if (r->options.await_restart) m->fresh = 0, r->dirty = 1;
  report(r, i, why);
  return NULL;
}

static rnl_status_t* hear_message(replicas_t* r, const int64_t* message) {
  const replicas_spec_t* spec = &r->exchange->spec;
  const int exact = spec->required >= spec->replicas;
  rnl_status_t* status = NULL;
  member_t* m;
  if (message[0] <= 0 || message[0] >= spec->replicas) return NULL;
  m = &r->members[message[0]];
  if (message[1] == JOINED) {
    if (message[2] <= m->heard) return NULL;
    status = watch(r, (int)message[0], 5000);
    if (status != NULL) { /* gone again already */
      hear_loss(r, (int)message[0], status);
      rnl_status_release(status);
      return NULL;
    }
    m->live = m->joined = m->quiet = 1;
    m->fresh = 0;
    m->nonce = m->heard = message[2];
    report(r, (int)message[0], NULL);
    if (exact) {
      r->dirty = 1;
    } else if (r->round_begun) {
      m->quiet = 0;
      status = give(r, (int)message[0], r->step);
    }
  } else if (message[2] != m->nonce) {
    return NULL;
  } else if (message[1] == LEFT) {
    m->live = 0;
    unwatch(m);
  } else {
    m->quiet = 1;
    m->fresh |= message[1] == r->step;
  }
  return status;
}

/* Waits for one thing to happen; not for long where somebody is absent. */
static rnl_status_t* chief_wait(replicas_t* r, int absent) {
  rnl_completion_t* done = NULL;
  rnl_status_t* status = listen_to_inbox(r);
  if (status == NULL) status = rnl_completion_queue_next(r->ended, absent ? LOOK_MS : -1, &done);
  if (rnl_status_code(status) == RNL_DEADLINE_EXCEEDED && !misses_somebody(r)) {
    rnl_status_release(status);
    return NULL;
  }
  if (status != NULL) return status;
  r->heard_ms = now_ms();
  if (rnl_completion_tag(done) == INBOX) {
    int64_t message[3];
    r->inbox_pending = 0;
    status = rnl_status_retain(rnl_completion_status(done));
    if (status == NULL) {
      memcpy(message, rnl_tensor_data(rnl_completion_fetch(done, 0)), sizeof(message));
      status = hear_message(r, message);
    }
  } else {
    const uint64_t tag = rnl_completion_tag(done) - WATCHED;
    const int i = (int)(tag % MAX_REPLICAS);
    if (r->members[i].generation == tag / MAX_REPLICAS)
      status = hear_loss(r, i, rnl_completion_status(done));
  }
  rnl_completion_release(done);
  return status;
}

static rnl_status_t* chief_next(replicas_t* r) {
  const replicas_spec_t* spec = &r->exchange->spec;
  const int exact = spec->required >= spec->replicas;
  rnl_status_t* status = NULL;
  rnl_tensor_t* required = NULL;
  int fresh = 0;
  if (r->round_begun) r->members[0].fresh = 1;
  r->members[0].quiet = 1;
  for (;;) {
    const int absent = count_absent(r);
    if (round_is_complete(r, &fresh)) break;
    status = chief_wait(r, absent);
    if (status != NULL) return status;
  }
  if (!r->round_begun || (exact && r->dirty)) {
    status = clear_round(r);
    return status == NULL ? begin_round(r) : status;
  }
  status = rnl_tensor_from_scalar(r->options.runtime, RNL_INT32, fresh, &required);
  if (status == NULL) status = run(r, &r->exchange->required, required, NULL, NULL, &r->update);
  rnl_tensor_release(required);
  if (status != NULL) return status;
  ++r->step;
  if (r->options.updated != NULL) status = r->options.updated(r->options.updated_arg, r->step);
  return status == NULL ? begin_round(r) : status;
}

/* ---- the others ---- */

static rnl_status_t* join(replicas_t* r) {
  r->nonce = new_nonce();
  r->answered = 0;
  r->heard_ms = now_ms();
  return send(r, JOINED);
}

/* The chief gives up first, and says for whom it waited: this is for one that does not answer. */
static int misses_answer(replicas_t* r) {
  const int64_t waited_ms = now_ms() - r->heard_ms, patience_ms = r->options.patience_ms;
  if (patience_ms < 0 || waited_ms < patience_ms + patience_ms / 4) return 0;
  snprintf(r->missed, sizeof(r->missed), "/job:%.16s/task:0 has not answered for %ld ms", r->options.job,
           (long)waited_ms);
  return 1;
}

/* Whether a chief that is gone has said before that all is over: what it said may still be on its way.
 */
static int is_over(replicas_t* r) {
  rnl_completion_t* done = NULL;
  int over = 0;
  if (!r->inbox_pending) return 0;
  rnl_status_release(rnl_completion_queue_next(r->ended, 1000, &done));
  if (done == NULL) return 0;
  if (rnl_completion_tag(done) == INBOX) {
    r->inbox_pending = 0;
    if (rnl_completion_status(done) == NULL) {
      const int64_t* token = rnl_tensor_data(rnl_completion_fetch(done, 0));
      over = token[1] == r->nonce && token[0] == INT64_MAX;
    }
  }
  rnl_completion_release(done);
  return over;
}

static rnl_status_t* wait_for_token(replicas_t* r) {
  for (;;) {
    rnl_completion_t* done = NULL;
    rnl_status_t* status = listen_to_inbox(r);
    if (status == NULL)
      status = rnl_completion_queue_next(r->ended, r->answered ? -1 : REPEAT_MS, &done);
    if (rnl_status_code(status) == RNL_DEADLINE_EXCEEDED) {
      if (misses_answer(r)) return status;
      rnl_status_release(status);
      status = send(r, JOINED);
      if (status == NULL) continue;
    }
    if (status != NULL) return status;
    if (rnl_completion_tag(done) != INBOX) {
      if (rnl_completion_tag(done) - WATCHED == MAX_REPLICAS * r->members[0].generation) {
        if (is_over(r)) {
          rnl_completion_release(done);
          r->step = INT64_MAX;
          return NULL;
        }
        if (!r->options.await_restart) report(r, 0, rnl_completion_status(done));
        status = rnl_status_retain(rnl_completion_status(done));
      }
      rnl_completion_release(done);
      if (status != NULL) return status;
      continue;
    }
    r->inbox_pending = 0;
    status = rnl_status_retain(rnl_completion_status(done));
    if (status == NULL) {
      const int64_t* token = rnl_tensor_data(rnl_completion_fetch(done, 0));
      const int mine = token[1] == r->nonce;
      const int64_t step = token[0];
      rnl_tensor_t* left = NULL;
      int more;
      rnl_completion_release(done);
      if (!mine) continue;
      r->answered = 1;
      r->step = step;
      if (step == INT64_MAX) return NULL; /* the chief may be gone already */
      /* What was missed meanwhile is of no use to compute from old values. */
      status = run(r, NULL, NULL, &r->exchange->tokens_left, &left, NULL);
      if (status != NULL) return status;
      more = *(const int32_t*)rnl_tensor_data(left) > 0;
      rnl_tensor_release(left);
      if (!more) return NULL;
      continue;
    }
    rnl_completion_release(done);
    return status;
  }
}

/* ---- all ---- */

replicas_t* replicas_create(const exchange_t* exchange, const replicas_options_t* options) {
  replicas_t* r = calloc(1, sizeof(*r));
  int i;
  if (r == NULL) return NULL;
  r->exchange = exchange;
  r->options = *options;
  for (i = 0; i < exchange->spec.replicas; ++i) r->members[i].live = 1;
  return r;
}

rnl_status_t* replicas_join(replicas_t* r, rnl_session_t* session, int64_t step, rnl_node_t update) {
  rnl_status_t* status;
  r->session = session;
  r->update = update;
  r->step = step;
  status = rnl_completion_queue_create(&r->ended);
  r->heard_ms = now_ms();
  if (status != NULL || is_chief(r)) return status;
  status = watch(r, 0, r->options.await_restart ? ATTEMPT_MS : r->options.patience_ms);
  return status == NULL ? join(r) : status;
}

const char* replicas_missed(const replicas_t* r) { return r->missed; }

rnl_status_t* replicas_next(replicas_t* r, int64_t* out_step) {
  rnl_status_t* status = is_chief(r) ? chief_next(r) : wait_for_token(r);
  *out_step = r->step;
  if (r->step == INT64_MAX) r->over = 1;
  return status;
}

rnl_status_t* replicas_message(replicas_t* r, int64_t step, rnl_tensor_t** out_message,
                               rnl_tensor_t** out_local_step) {
  int64_t values[3];
  rnl_status_t* status;
  values[0] = r->exchange->spec.replica;
  values[1] = step;
  values[2] = r->nonce;
  rnl_tensor_release(r->message);
  rnl_tensor_release(r->local_step);
  r->message = r->local_step = NULL;
  status = make_ints(r, values, 3, 0, &r->message);
  if (status == NULL) status = make_ints(r, &step, 1, 1, &r->local_step);
  *out_message = r->message;
  *out_local_step = r->local_step;
  return status;
}

void replicas_leave(replicas_t* r, int for_good) {
  int i;
  if (r == NULL) return;
  for_good = for_good && r->session != NULL;
  for (i = 1; i < r->exchange->spec.replicas && for_good && is_chief(r); ++i) {
    if (r->members[i].live && r->members[i].joined) rnl_status_release(give(r, i, INT64_MAX));
  }
  if (for_good && !is_chief(r) && !r->over) rnl_status_release(send(r, LEFT));
  for (i = 0; i < r->exchange->spec.replicas; ++i) unwatch(&r->members[i]);
  rnl_completion_queue_release(r->ended);
  rnl_tensor_release(r->message);
  rnl_tensor_release(r->local_step);
  free(r);
}
