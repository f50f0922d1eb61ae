/* study.c: plans, resumes and schedules: whatever has no row yet is run, by workers that each write a file of their own.
   SPDX-License-Identifier: GPL-3.0-or-later

   A worker takes the next run, keeps the problem open while the next run is of the same one, forks a child for it, and writes trace,
   answer and row, in this order: a row implies the rest.  Rows are appended whole by one write(), so that a kill at any moment
   costs the runs under way and nothing else.  A run at which a worker of ours dies is run once more; if that kills another, its row
   says `harness`, the study goes on, and the next bench tries it again. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "reports/study.h"

typedef struct {                /* shared by all workers and the one who watches */
    atomic_int next, done, stop, failed;
    atomic_int verdicts[SLIP_VERDICT_COUNT];
    slip_error error;           /* of the first who set failed */
    struct { atomic_int left, ran; atomic_llong micro; } solver[];     /* by part and solver */
} board;

typedef struct {
    const slip_bench *bench; slip_bench_state *state;
    slip_plan plan; slip_arena arena;
    slip_plan_run *run; int runs;       /* those of this shard without a row */
    int *slot;                          /* parts: where the solvers of a part begin on the board */
    int slots;
    int *at;                            /* by worker, shared: the run it is at, -1: none */
    board *board; size_t board_bytes;
} work;

typedef struct {                /* one worker */
    work *w;
    slip_problem problem; slip_truth truth; char hash[65]; bool open;
    int fd; char path[512]; double synced;
} worker;

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static slip_status no_write(const char *path, int why, slip_error *error)
{
    return slip_fail(error, SLIP_ENV, "cannot write '%.120s': %s; the rows before are safe, and bench goes on from there when started again", path, strerror(why));
}

static slip_status open_rows(worker *x, slip_error *error)
{
    char host[64] = "host";
    struct timespec now;
    gethostname(host, sizeof host - 1);
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(x->path, sizeof x->path, "%.300s/rows/%.60s-%ld-%lld.jsonl", x->w->bench->study, host, (long)getpid(),
             (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    x->fd = open(x->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    return x->fd < 0 ? no_write(x->path, errno, error) : SLIP_OK;
}

static slip_status append_row(worker *x, const slip_outcome *out, slip_error *error)
{
    if (x->fd < 0 && open_rows(x, error) != SLIP_OK)
        return error->status;
    off_t before = lseek(x->fd, 0, SEEK_END);
    ssize_t n = write(x->fd, out->row.s, out->row.length);
    if (n != (ssize_t)out->row.length) {
        int why = n < 0 ? errno : ENOSPC;
        if (n > 0 && ftruncate(x->fd, before))
            why = errno;                            /* a torn row stays; readers pass over it */
        return no_write(x->path, why, error);
    }
    double now = slip_clock_wall();
    if (now - x->synced > 1) {
        fdatasync(x->fd);
        x->synced = now;
    }
    return SLIP_OK;
}

static slip_status write_beside(worker *x, const char *folder, const char *name, const char *end, const slip_text *text, slip_error *error)
{
    char path[600];
    snprintf(path, sizeof path, "%.300s/%s/%s%s", x->w->bench->study, folder, name, end);
    if (!text->length || slip_file_write(path, text->s, text->length, error) == SLIP_OK)
        return SLIP_OK;
    char why[256];
    snprintf(why, sizeof why, "%.150s", error->text);
    return slip_fail(error, SLIP_ENV, "%s; the rows before are safe, and bench goes on from there when started again", why);
}

/* ---- a worker ------------------------------------------------------------------------------------------------------ */

static slip_status open_problem(worker *x, const slip_plan_problem *p, slip_error *error)
{
    if (x->open && !strcmp(x->hash, p->hash))
        return SLIP_OK;
    if (x->open)
        slip_problem_free(&x->problem);
    x->open = false;
    slip_status status = slip_open(&x->problem, p->name, &x->truth, error);
    if (status != SLIP_OK)
        return status;
    x->open = true;
    status = slip_problem_hash(&x->problem, x->hash, error);
    if (status == SLIP_OK && strcmp(x->hash, p->hash))
        status = slip_fail(error, SLIP_INPUT, "'%.80s' is no longer the problem this study was planned with (its hash differs); begin a new study", p->name);
    return status;
}

static slip_status one_run(worker *x, const slip_plan_run *run, slip_error *error)
{
    work *w = x->w;
    const slip_plan_part *part = &w->plan.part[run->part];
    double par[SLIP_MAX_PARAMS];
    slip_trial t = { .par = par, .name = part->solver[run->solver], .limits = part->limits, .memory = part->memory, .rep = run->rep,
                     .keep = w->plan.keep, .prove = w->plan.prove, .exclusive = w->bench->exclusive };
    slip_outcome out = { 0 };
    slip_status status = slip_solver_open(t.name, &t.solver, par, error);
    if (status == SLIP_OK)
        status = open_problem(x, &part->problem[run->problem], error);
    if (status == SLIP_OK)
        status = slip_trial_run(&t, &x->problem, &x->truth, x->hash, &out, error);
    if (status == SLIP_OK)
        status = write_beside(x, "traces", out.key, ".tsv", &out.trace, error);
    if (status == SLIP_OK)
        status = write_beside(x, "answers", out.answer_hash, ".json", &out.answer, error);
    if (status == SLIP_OK)
        status = append_row(x, &out, error);
    if (status == SLIP_OK) {
        int slot = w->slot[run->part] + run->solver;
        atomic_fetch_add(&w->board->solver[slot].micro, (long long)(1e6 * out.wall));
        atomic_fetch_add(&w->board->solver[slot].ran, 1);
        atomic_fetch_add(&w->board->solver[slot].left, -1);
        atomic_fetch_add(&w->board->verdicts[out.word], 1);
        atomic_fetch_add(&w->board->done, 1);
    }
    slip_outcome_free(&out);
    return status;
}

static int serve_runs(void *ctx, int member)
{
    worker x = { .w = ctx, .fd = -1 };
    work *w = ctx;
    slip_error error = { 0 };
    slip_status status = SLIP_OK;
    while (status == SLIP_OK && !atomic_load(&w->board->stop) && !(w->bench->stop && w->bench->stop())) {
        int k = atomic_fetch_add(&w->board->next, 1);
        if (k >= w->runs)
            break;
        w->at[member] = k;
        status = one_run(&x, &w->run[k], &error);
        w->at[member] = -1;
    }
    if (status != SLIP_OK) {
        atomic_store(&w->board->stop, 1);
        if (!atomic_fetch_add(&w->board->failed, 1))
            w->board->error = error;
    }
    if (x.fd >= 0) {
        fdatasync(x.fd);
        close(x.fd);
    }
    if (x.open)
        slip_problem_free(&x.problem);
    return 0;
}

/* ---- watching ------------------------------------------------------------------------------------------------------ */

static void look(void *ctx)
{
    work *w = ctx;
    slip_bench_state *s = w->state, now = *s;
    if (w->bench->stop && w->bench->stop())
        atomic_store(&w->board->stop, 1);
    now.done = atomic_load(&w->board->done);
    double spent = 0, left = 0, mean = 0;
    for (int k = 0; k < SLIP_VERDICT_COUNT; k++)
        now.verdicts[k] += atomic_load(&w->board->verdicts[k]);
    for (int k = 0; k < w->slots; k++)
        spent += 1e-6 * (double)atomic_load(&w->board->solver[k].micro);
    mean = now.done ? spent / now.done : NAN;
    for (int k = 0; k < w->slots; k++) {
        int ran = atomic_load(&w->board->solver[k].ran), to_go = atomic_load(&w->board->solver[k].left);
        left += to_go > 0 ? to_go * (ran ? 1e-6 * (double)atomic_load(&w->board->solver[k].micro) / ran : mean) : 0;
    }
    now.fraction = spent / (spent + left);
    if (w->bench->tell)
        w->bench->tell(w->bench->ctx, &now);
}

/* ---- preparing ------------------------------------------------------------------------------------------------------ */

static slip_status make_folders(const char *study, slip_error *error)
{
    static const char *const folder[] = { "", "/rows", "/traces", "/answers", "/machines", "/locks" };
    for (size_t k = 0; k < sizeof folder / sizeof *folder; k++) {
        char path[512];
        snprintf(path, sizeof path, "%.400s%s", study, folder[k]);
        if (mkdir(path, 0777) && errno != EEXIST)
            return slip_fail(error, SLIP_ENV, "cannot make the folder '%.150s': %s", path, strerror(errno));
        if (access(path, W_OK | X_OK))
            return slip_fail(error, SLIP_ENV, "cannot write into '%.150s': %s", path, strerror(errno));
    }
    return SLIP_OK;
}

/* One at a time on a shard; the lock goes with the process. */
static slip_status lock_shard(const slip_bench *b, int *fd, slip_error *error)
{
    char path[512], who[160];
    snprintf(path, sizeof path, "%.400s/locks/%d-of-%d", b->study, b->shard.index + 1, b->shard.count);
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*fd < 0)
        return slip_fail(error, SLIP_ENV, "cannot write '%.150s': %s", path, strerror(errno));
    if (flock(*fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        ssize_t n = pread(*fd, who, sizeof who - 1, 0);
        who[n > 0 ? n : 0] = 0;
        close(*fd);
        return slip_fail(error, SLIP_LIMIT, "another bench is at work on '%.80s' (%.100s); 'slipstick status' shows how far it is", b->study, who);
    }
    char host[64] = "host";
    gethostname(host, sizeof host - 1);
    int n = snprintf(who, sizeof who, "process %ld on %.60s", (long)getpid(), host);
    if (ftruncate(*fd, 0) || pwrite(*fd, who, (size_t)n, 0) != n)
        return slip_fail(error, SLIP_ENV, "cannot write '%.150s': %s", path, strerror(errno));
    return SLIP_OK;
}

/* Of the whole plan, what belongs to this shard and has no row. */
static slip_status remaining(work *w, slip_error *error)
{
    const slip_bench *b = w->bench;
    slip_rows rows;
    slip_plan_run *run;
    int count, per = 0;
    slip_status status = slip_plan_runs(&w->plan, &run, &count, &w->arena, error);
    if (status != SLIP_OK || (status = slip_rows_read(&rows, b->study, error)) != SLIP_OK)
        return status;
    for (int k = 0; k < w->plan.parts; k++)
        per = w->plan.part[k].solvers * w->plan.part[k].reps > per ? w->plan.part[k].solvers * w->plan.part[k].reps : per;
    w->run = run;
    for (int k = 0; k < count; k++) {
        /* Dealt along diagonals: no shard gets one solver only. */
        if ((k + (per ? k / per : 0)) % b->shard.count != b->shard.index)
            continue;
        const slip_row *row = slip_rows_find(&rows, run[k].key);
        w->state->total++;
        if (row && row->word != SLIP_VERDICT_HARNESS) {       /* our own fault is no result */
            w->state->before++;
            w->state->verdicts[row->word]++;
        } else {
            w->run[w->runs++] = run[k];
        }
    }
    slip_rows_free(&rows);
    return SLIP_OK;
}

static slip_status make_board(work *w, int jobs, slip_error *error)
{
    w->slot = SLIP_NEW(&w->arena, int, w->plan.parts);
    for (int k = 0; w->slot && k < w->plan.parts; k++) {
        w->slot[k] = w->slots;
        w->slots += w->plan.part[k].solvers;
    }
    w->board_bytes = sizeof(board) + (size_t)w->slots * sizeof w->board->solver[0];
    w->board = slip_shared_new(w->board_bytes);
    w->at = slip_shared_new(sizeof *w->at * (size_t)jobs);
    if (!w->slot || !w->board || !w->at)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a study");
    for (int k = 0; k < jobs; k++)
        w->at[k] = -1;
    for (int k = 0; k < w->runs; k++)
        atomic_fetch_add(&w->board->solver[w->slot[w->run[k].part] + w->run[k].solver].left, 1);
    return SLIP_OK;
}

/* The second worker has died at this run: the row is our own fault, never the solver's. */
static slip_status blame_ourselves(work *w, const slip_plan_run *run, int end, slip_error *error)
{
    const slip_plan_part *part = &w->plan.part[run->part];
    const slip_plan_problem *p = &part->problem[run->problem];
    worker x = { .w = w, .fd = -1 };
    slip_trial t = { .name = part->solver[run->solver], .limits = part->limits, .memory = part->memory, .rep = run->rep };
    slip_outcome out = { 0 };
    char why[128];
    snprintf(why, sizeof why, "a worker of slipstick itself died twice at this run, the second time with %s %d", end < 128 ? "code" : "signal", end < 128 ? end : end - 128);
    slip_status status = slip_trial_blame(&t, p->name, p->hash, why, &out, error);
    if (status == SLIP_OK)
        status = append_row(&x, &out, error);
    if (x.fd >= 0)
        close(x.fd);
    slip_outcome_free(&out);
    if (status == SLIP_OK) {
        atomic_fetch_add(&w->board->verdicts[SLIP_VERDICT_HARNESS], 1);
        atomic_fetch_add(&w->board->done, 1);
    }
    return status;
}

/* What the dead left: each run a second time, behind those nobody has begun. */
static slip_status bury(work *w, const int ends[], int jobs, char *died, int *again, slip_error *error)
{
    int begun = atomic_load(&w->board->next), left = begun < w->runs ? w->runs - begun : 0, to = 0;
    slip_status status = SLIP_OK;
    if (!begun)
        return slip_fail(error, SLIP_BUG, "every worker died before its first run");
    slip_plan_run *list = SLIP_NEW(&w->arena, slip_plan_run, left + jobs);
    char *marks = SLIP_NEW(&w->arena, char, left + jobs);
    if (!list || !marks)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a study");
    for (int k = begun; k < w->runs; k++, to++)
        list[to] = w->run[k], marks[to] = died[k];
    for (int k = 0; k < jobs && status == SLIP_OK; k++) {
        if (ends[k] == 0 || w->at[k] < 0)
            continue;
        if (died[w->at[k]])
            status = blame_ourselves(w, &w->run[w->at[k]], ends[k], error);
        else
            list[to] = w->run[w->at[k]], marks[to++] = 1;
        w->at[k] = -1;
    }
    memcpy(w->run, list, sizeof *list * (size_t)to);
    memcpy(died, marks, (size_t)to);
    w->runs = to;
    atomic_store(&w->board->next, 0);
    *again = to;
    return status;
}

static slip_status run_team(work *w, int jobs, slip_error *error)
{
    int *ends = SLIP_NEW(&w->arena, int, jobs), again = 1;
    char *died = SLIP_NEW(&w->arena, char, w->runs);
    slip_status status = ends && died ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory for a study");
    while (status == SLIP_OK && again) {
        status = slip_team_run(jobs, serve_runs, w, look, ends, error);
        if (status == SLIP_OK && atomic_load(&w->board->failed)) {
            *error = w->board->error;
            status = error->status;
        }
        if (status != SLIP_OK || atomic_load(&w->board->stop))
            break;
        status = bury(w, ends, jobs, died, &again, error);
    }
    w->state->done = atomic_load(&w->board->done);
    for (int k = 0; k < SLIP_VERDICT_COUNT; k++)
        w->state->verdicts[k] += atomic_load(&w->board->verdicts[k]);
    return status;
}

slip_status slip_bench_run(const slip_bench *bench, slip_bench_state *state, slip_error *error)
{
    *state = (slip_bench_state){ .fraction = NAN };
    work w = { .bench = bench, .state = state };
    int lock = -1, jobs = bench->jobs > 0 ? bench->jobs : 1;
    char machine[17];
    slip_status status = make_folders(bench->study, error);
    if (status == SLIP_OK)
        status = slip_plan_read(&w.plan, bench->study, error);
    if (status == SLIP_OK)
        status = lock_shard(bench, &lock, error);
    if (status == SLIP_OK)
        status = slip_machine_write(bench->study, machine, error);
    if (status == SLIP_OK)
        status = remaining(&w, error);
    if (jobs > w.runs)
        jobs = w.runs;
    if (status == SLIP_OK && jobs)
        status = make_board(&w, jobs, error);
    if (status == SLIP_OK && jobs)
        status = run_team(&w, jobs, error);
    slip_shared_free(w.board, w.board_bytes);
    slip_shared_free(w.at, sizeof *w.at * (size_t)jobs);
    slip_arena_free(&w.arena);
    slip_plan_free(&w.plan);
    if (lock >= 0)
        close(lock);
    return status;
}

bool slip_study_busy(const char *study, char who[128])
{
    char path[512];
    bool busy = false;
    who[0] = 0;
    snprintf(path, sizeof path, "%.400s/locks", study);
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && !busy && (e = readdir(folder));) {
        int fd = e->d_name[0] == '.' ? -1 : openat(dirfd(folder), e->d_name, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            continue;
        busy = flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
        ssize_t got = busy ? pread(fd, who, 127, 0) : 0;
        who[got > 0 ? got : 0] = 0;
        close(fd);
    }
    if (folder)
        closedir(folder);
    return busy;
}
