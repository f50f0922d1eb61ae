/* record.c: the JSON of one run.
   SPDX-License-Identifier: GPL-3.0-or-later

   Fields only grow.  What is undefined is null, and its reason stands under "undefined".  The key is the
   SHA-256 of what was asked, not of what came out: the same run asked twice has the same key. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "base/json.h"
#include "reports/reports.h"

/* Setters that remember a failure: jansson fails only when memory is out or a text is not UTF-8. */
typedef struct { json_t *o; bool failed; } object;

static void put(object *o, const char *key, json_t *value) { o->failed |= json_object_set_new(o->o, key, value) != 0; }
static void put_text(object *o, const char *key, const char *text) { put(o, key, text ? json_string(text) : json_null()); }
static void put_number(object *o, const char *key, double x) { put(o, key, slip_json_number(x)); }
static void put_whole(object *o, const char *key, long long x) { put(o, key, json_integer((json_int_t)x)); }

/* A number, or null with its reason. */
static void put_or(object *o, const char *key, double x, object *undefined, const char *why)
{
    put_number(o, key, x);
    if (!isfinite(x))
        put_text(undefined, key, why ? why : isnan(x) ? "undefined" : "infinite");
}

static void put_residuals(object *o, const slip_verdict *v, object *undefined)
{
    object r = { json_object(), false };
    for (int k = 0; k < SLIP_R_COUNT; k++)
        put_or(&r, slip_residual_name(k), v->residual.value[k], undefined, v->residual.undefined[k]);
    o->failed |= r.failed;
    put(o, "residual", r.o);
}

static void put_posed(object *o, const slip_record *record)
{
    object p = { json_object(), false }, undefined = { json_object(), false };
    put_text(&p, "law", slip_law_name(record->judgement->posed.law));
    put_text(&p, "verdict", slip_verdict_name(record->judgement->posed.word));
    put_residuals(&p, &record->judgement->posed, &undefined);
    put(&p, "undefined", undefined.o);
    o->failed |= p.failed || undefined.failed;
    put(o, "posed", p.o);
}

static void put_verdict(object *o, const slip_record *record, object *undefined)
{
    const slip_verdict *v = &record->judgement->claimed;
    put_text(o, "claim", record->answer ? slip_claim_name(record->answer->claim) : NULL);
    if (!record->answer)
        put_text(undefined, "claim", "the run was ended before it said anything");
    put_text(o, "claimed_law", slip_law_name(v->law));
    put_text(o, "verdict", slip_verdict_name(v->word));
    put_text(o, "reason", v->sentence);
    put_posed(o, record);
    put_residuals(o, v, undefined);
    put_or(o, "solver_error", record->judgement->solver_error, undefined, "not measured");
    put_or(o, "model_error", record->judgement->model_error, undefined, "not measured");
    put_or(o, "claimed_error", record->answer ? record->answer->claimed_error : NAN, undefined, "the solver gave none");

    object worst = { json_object(), false }, modes = { json_object(), false };
    put(&worst, "contact", v->contact >= 0 ? json_integer(v->contact) : json_null());
    put_text(&worst, "condition", slip_residual_name(v->condition));
    if (v->contact < 0)
        put_text(undefined, "contact", "no contact is worst");
    for (int k = 0; k < SLIP_MODE_COUNT; k++)
        put_whole(&modes, slip_mode_name(k), v->modes[k]);
    o->failed |= worst.failed || modes.failed;
    put(o, "worst", worst.o);
    put(o, "modes", modes.o);
}

static void put_compared(object *o, const slip_account *a)
{
    object against = { json_object(), false }, cross = { json_object(), false };
    for (int i = 0; i < SLIP_MODE_COUNT; i++) {
        object row = { json_object(), false };
        for (int j = 0; j < SLIP_MODE_COUNT; j++)
            put_whole(&row, slip_mode_name(j), a->cross[i][j]);
        cross.failed |= row.failed;
        put(&cross, slip_mode_name(i), row.o);
    }
    put_whole(&against, "differ", a->differ);
    put_number(&against, "velocity", a->apart_u);
    put_number(&against, "impulse", a->apart_r);
    put(&against, "states", cross.o);
    o->failed |= against.failed || cross.failed;
    put(o, "against", against.o);
}

static void put_account(object *o, const slip_account *a, object *undefined)
{
    const char *none = !a ? "not measured" : a->none;
    if (none) {
        static const char *const names[] = { "friction", "energy", "transitions" };
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            put_text(o, names[k], NULL);
            put_text(undefined, names[k], none);
        }
        return;
    }
    static const char still[] = "no contact slips", form[] = "known for velocities of the global form only";
    object angles = { json_object(), false }, energy = { json_object(), false }, moves = { json_object(), false };
    put_whole(&angles, "slipping", a->angles.slipping);
    put_or(&angles, "mean", a->angles.mean, undefined, still);
    put_or(&angles, "median", a->angles.median, undefined, still);
    put_or(&angles, "largest", a->angles.largest, undefined, still);
    put_or(&angles, "at", a->angles.worst >= 0 ? a->angles.worst : NAN, undefined, still);
    put(o, "friction", angles.o);
    put_number(&energy, "dissipated", a->energy.dissipated);
    put_number(&energy, "possible", a->energy.possible);
    put(&energy, "maximal", json_boolean(a->energy.maximal));
    put_number(&energy, "normal", a->energy.normal);
    put_or(&energy, "before", a->energy.before, undefined, form);
    put_or(&energy, "after", a->energy.after, undefined, form);
    put(o, "energy", energy.o);
    for (int t = 0; t < SLIP_TRANSITION_COUNT && a->rolled; t++)
        put_whole(&moves, slip_transition_name(t), a->transition[t]);
    put(o, "transitions", a->rolled ? moves.o : json_null());
    if (!a->rolled) {
        json_decref(moves.o);
        put_text(undefined, "transitions", "only accelerations tell what becomes of a rolling or sliding contact");
    }
    o->failed |= angles.failed || energy.failed || (a->rolled && moves.failed);
    if (a->compared)
        put_compared(o, a);
}

static void put_story(object *o, const slip_record *record, object *undefined)
{
    const slip_story *story = record->story;
    object rate = { json_object(), false };
    put_text(o, "diagnosis", story->word);
    if (!story->word)
        put_text(undefined, "diagnosis", "nothing was run");
    put_text(o, "sentence", story->sentence);
    put_or(&rate, "estimate", story->rate.estimate, undefined, story->no_rate);
    put_or(&rate, "low", story->rate.low, undefined, story->no_rate);
    put_or(&rate, "high", story->rate.high, undefined, story->no_rate);
    put_or(&rate, "theory", record->result ? record->result->theory : NAN, undefined, "the method predicts none");
    o->failed |= rate.failed;
    put(o, "rate", rate.o);
}

static void put_truth(object *o, const slip_truth *truth)
{
    int n = truth ? truth->solutions : SLIP_SOLUTIONS_UNKNOWN;
    put_text(o, "truth", slip_how_name(truth ? truth->how : SLIP_HOW_UNKNOWN));
    put(o, "solutions", n >= 0 ? json_integer(n) : json_string(n == SLIP_SOLUTIONS_SOME ? "some" : n == SLIP_SOLUTIONS_MANY ? "many" : "unknown"));
}

static void put_run(object *o, const slip_record *record, object *undefined)
{
    static const char none[] = "nothing was run";
    const slip_result *r = record->result;
    object counts = { json_object(), false };
    bool elsewhere = r && r->foreign.ran;
    for (int k = 0; r && !elsewhere && k < SLIP_WORK_COUNT; k++)
        put_whole(&counts, slip_work_name(k), r->work[k]);
    put_or(o, "steps", r ? (double)r->steps : NAN, undefined, none);
    if (r)
        put_whole(o, "steps", r->steps);
    put_text(o, "start", record->solver ? record->start[0] ? "warm" : "cold" : NULL);
    if (!record->solver)
        put_text(undefined, "start", none);
    if (record->start[0])
        put_text(o, "start_hash", record->start);
    put_text(o, "last", r ? slip_step_name(r->last) : NULL);
    put_text(o, "note", r ? r->note : NULL);
    if (!r) {
        put_text(undefined, "last", none);
        put_text(undefined, "note", none);
    }
    put_or(o, "cycle", r && r->cycle > 0 ? (double)r->cycle : NAN, undefined, r ? "no state was repeated" : none);
    put_or(o, "stopping", r ? r->residual : NAN, undefined, r ? "never measured" : none);
    o->failed |= counts.failed;
    put(o, "counts", counts.o);
    if (elsewhere)
        put_text(undefined, "counts", "the work of another program is not counted");
    put_or(o, "cpu", r ? r->cpu : NAN, undefined, none);
    put_or(o, "wall", r ? r->wall : NAN, undefined, none);
    put_or(o, "memory", r ? (double)r->memory : NAN, undefined, none);
    if (r)
        put_whole(o, "memory", (long long)r->memory);
    if (elsewhere) {
        const slip_foreign *f = &r->foreign;
        object program = { json_object(), false };
        put_text(&program, "how", slip_end_name(f->end));
        put_whole(&program, "code", f->code);
        put_whole(&program, "strays", f->strays);
        put_whole(&program, "memory", (long long)f->memory);
        put_or(&program, "says_seconds", f->seconds > 0 ? f->seconds : NAN, undefined, "the program says nothing");
        put_text(&program, "said", f->said);
        o->failed |= program.failed;
        put(o, "program", program.o);
    }
    put_whole(o, "threads", r ? r->threads : 1);
    put_text(o, "grade", (char[]){ record->grade, 0 });
}

static void put_size(object *o, const slip_problem *p)
{
    object size = { json_object(), false };
    put_whole(&size, "d", p->d);
    put_whole(&size, "contacts", p->nc);
    put_whole(&size, "n", p->n);
    put_whole(&size, "joints", p->p);
    o->failed |= size.failed;
    put(o, "size", size.o);
}

/* How the child ended, and the end of what it printed. */
static void put_child(object *o, const slip_record *record)
{
    const slip_child_result *c = record->child;
    object end = { json_object(), false };
    put_text(&end, "how", slip_end_name(c->end));
    put_whole(&end, "code", c->code);
    put_whole(&end, "strays", c->strays);
    put_number(&end, "wall", c->wall);
    put_number(&end, "cpu", c->cpu);
    put_whole(&end, "memory", (long long)c->memory);
    char said[201] = "";
    size_t length = c->err.s ? c->err.length : 0, from = length > 200 ? length - 200 : 0;
    for (size_t k = from; k < length; k++)          /* it may have printed anything; JSON wants text */
        said[k - from] = c->err.s[k] >= ' ' && c->err.s[k] < 127 ? c->err.s[k] : c->err.s[k] == '\n' ? '\n' : '?';
    put_text(&end, "said", said);
    o->failed |= end.failed;
    put(o, "end", end.o);
    put_whole(o, "rep", record->rep);
    if (record->answer_hash[0])
        put_text(o, "answer", record->answer_hash);
    put_number(o, "began", record->began);
}

static void put_enclosures(object *o, const slip_enclosures *e)
{
    static const char *const words[] = { [SLIP_MAYBE] = "undecided", [SLIP_YES] = "holds", [SLIP_NO] = "fails" };
    object all = { json_object(), false };
    for (int id = 0; id < SLIP_R_COUNT; id++)
        if (!isnan(e->high[id]))
            put(&all, slip_residual_name(id), json_pack("[f,f]", e->low[id], fmin(e->high[id], 1e308)));
    put_text(&all, "verdict", words[e->verdict]);
    put_text(&all, "why", e->why[0] ? e->why : NULL);
    o->failed |= all.failed;
    put(o, "intervals", all.o);
}

slip_status slip_record_write(const slip_record *record, slip_text *out, slip_error *error)
{
    object o = { json_object(), false }, undefined = { json_object(), false };
    char key[65], machine[128];
    slip_record_key(record, key);
    slip_record_machine(machine);

    put_text(&o, "schema", "slipstick.run/1");
    put_text(&o, "problem", record->problem->name);
    put_text(&o, "hash", record->hash);
    put_whole(&o, "seed", (long long)record->seed);
    put_text(&o, "solver", record->solver);
    if (!record->solver)
        put_text(&undefined, "solver", "the answer came from a file");
    put_number(&o, "tol", record->judgement->claimed.tol);
    put_size(&o, record->problem);
    put_verdict(&o, record, &undefined);
    put_account(&o, record->account, &undefined);
    put_story(&o, record, &undefined);
    put_truth(&o, record->truth);
    if (record->hint)
        put_text(&o, "hint", record->hint);
    put_text(&o, "proof", record->near ? slip_near_name(record->near->word) : NULL);
    if (!record->near)
        put_text(&undefined, "proof", "not asked for");
    else {
        put_or(&o, "proof_eps", record->near->eps, &undefined, "nothing was proved");
        put_text(&o, "proof_sentence", record->near->sentence);
    }
    if (record->enclosures)
        put_enclosures(&o, record->enclosures);
    put_run(&o, record, &undefined);
    if (record->child)
        put_child(&o, record);
    put_text(&o, "version", slip_version());
    put_text(&o, "machine", machine);
    put_text(&o, "key", key);
    o.failed |= undefined.failed;
    put(&o, "undefined", undefined.o);

    bool failed = o.failed || slip_json_write(o.o, out) != SLIP_OK;
    slip_text_put(out, "\n", 1);
    json_decref(o.o);
    return failed || out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while writing a record") : SLIP_OK;
}

void slip_record_key(const slip_record *record, char out[65])
{
    char text[2048], tol[32], time[32];
    slip_format_double(tol, record->limits.tol);
    slip_format_double(time, record->limits.time);
    int n = snprintf(text, sizeof text, "slipstick.run/1\nproblem %s\nseed %lu\nsolver %.1000s\ntol %s\nsteps %ld\ntime %s\nstart %s\n",
                     record->hash, record->seed, record->solver ? record->solver : "", tol, record->limits.steps, time,
                     record->start[0] ? record->start : "cold");
    if (record->room || record->rep)
        n += snprintf(text + n, sizeof text - (size_t)n, "memory %zu\nrepetition %d\n", record->room, record->rep);
    slip_sha256_hex(text, n < (int)sizeof text ? (size_t)n : sizeof text - 1, out);
}

void slip_record_machine(char out[128])
{
    struct utsname name;
    char line[256], cpu[64] = "unknown processor";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *value = !strncmp(line, "model name", 10) ? strchr(line, ':') : NULL;
        if (value) {
            snprintf(cpu, sizeof cpu, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
            break;
        }
    }
    if (file)
        fclose(file);
    snprintf(out, 128, "%.24s, %s, %ld cores", uname(&name) < 0 ? "unknown" : name.machine, cpu, sysconf(_SC_NPROCESSORS_ONLN));
}
