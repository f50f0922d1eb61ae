/* sweep.c: one Gauss-Seidel sweep over contacts and joints, whatever is done at a contact.
   SPDX-License-Identifier: GPL-3.0-or-later

       for each contact i:  u_i = (W r + V l + q)_i,  r_i <- local(u_i, r_i)
       for each joint j:    l_j <- l_j - (V'r + R l + s)_j / R_jj          a free cone of one row [NegrutEtAl2017, (8), (10)]

   A contact that nothing moves (W_ii = 0) keeps its r_i: whether its law holds is not a matter of impulses. */

#include "solvers/sweep.h"

#include <math.h>
#include <string.h>

enum { FEW = 64 };          /* contacts of a colour not worth waking other threads for */
enum { AFRESH = 64 };       /* sweeps after which velocities kept up to date by increments are computed anew */

slip_status slip_sweep_new(slip_sweep *x, const slip_problem *p, slip_law law, slip_form form, int order, unsigned long seed,
                           slip_arena *arena, slip_error *error)
{
    int d = p->d;
    x->law = law; x->dirs = p->dirs;
    x->omega = x->omega_joint = 1;
    x->plain = !p->slip && !p->bilateral;
    slip_status status = slip_delassus_new(&x->op, p, form, SLIP_JOINTS_KEPT, arena, error);
    if (status || (status = slip_order_new(&x->order, p, order, seed, arena, error))) return status;
    x->eta = SLIP_NEW(arena, double, p->nc);
    x->eta_joint = SLIP_NEW(arena, double, p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a sweep");
    for (int i = 0; i < p->nc; i++) {
        double trace = 0;
        for (int k = 0; k < d; k++) trace += x->op.diag[(size_t)i * (size_t)(d * d) + (size_t)(k * d + k)];
        x->eta[i] = trace > 0 ? d / trace : 0;
    }
    for (int j = 0; j < p->p; j++) {
        double R = x->op.R[(size_t)j * (size_t)p->p + (size_t)j];
        x->eta_joint[j] = R > 0 ? 1 / R : 0;
    }
    return SLIP_OK;
}

static inline void visit(slip_sweep *x, const slip_problem *p, slip_contact *c, int i, double *all)
{
    if (!(x->eta[i] > 0)) return;
    int d = p->d;
    double *r = all + (size_t)d * (size_t)i, u[3], dr[3] = { 0 };
    if (x->plain) c->mu = p->mu[i];
    else *c = slip_problem_contact(p, x->law, x->dirs, i);
    slip_delassus_row(&x->op, i, all, u);
    for (int k = 0; k < d; k++) dr[k] = r[k];
    x->local(x, c, i, x->op.diag + (size_t)i * (size_t)(d * d), u, r);
    bool moved = false;
    for (int k = 0; k < d; k++) { dr[k] = r[k] - dr[k]; moved |= dr[k] != 0; }
    if (moved) slip_delassus_move(&x->op, i, dr);
}

slip_status slip_sweep_threads(slip_sweep *x, const slip_problem *p, int threads, slip_iterate *it, slip_arena *arena, slip_error *error)
{
    if (threads < 2) return SLIP_OK;
    if (x->order.kind == SLIP_ORDER_RANDOM) return slip_fail(error, SLIP_INPUT, "several threads need the coloured order, not a random one");
    slip_status status = x->order.at ? SLIP_OK : slip_order_new(&x->order, p, SLIP_ORDER_COLOURED, 0, arena, error);
    if (!status && x->op.rigid && !(status = slip_crew_new(&x->crew, threads, error))) status = slip_delassus_crew(&x->op, x->crew, arena, error);
    it->crew = x->crew;
    return status;
}

slip_status slip_sweep_accelerate(slip_sweep *x, const slip_problem *p, int memory, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p), n = m + p->p;
    if (!memory) return SLIP_OK;
    x->weight = SLIP_NEW(arena, double, n);
    x->before = SLIP_NEW(arena, double, n);
    x->after = SLIP_NEW(arena, double, n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a sweep");
    for (int k = 0; k < m; k++) x->weight[k] = x->eta[k / p->d] > 0 ? 1 / sqrt(x->eta[k / p->d]) : 0;
    for (int j = 0; j < p->p; j++) x->weight[m + j] = x->eta_joint[j] > 0 ? 1 / sqrt(x->eta_joint[j]) : 0;
    return slip_anderson_new(&x->mix, n, memory, x->weight, arena, error);
}

/* Go on from a mixture of the last sweeps, brought back into the cones. */
static void accelerate(slip_sweep *x, const slip_problem *p, slip_iterate *it)
{
    int m = slip_problem_m(p), d = p->d;
    memcpy(x->after, it->r, sizeof(double) * (size_t)m);
    memcpy(x->after + m, it->l, sizeof(double) * (size_t)p->p);
    if (!slip_anderson_mix(&x->mix, x->before, x->after)) return;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, x->law, x->dirs, i);
        if (c.bilateral) memcpy(it->r + d * i, x->after + d * i, sizeof(double) * (size_t)d);
        else slip_cone_project(&c, x->after + d * i, it->r + d * i);
    }
    memcpy(it->l, x->after + m, sizeof(double) * (size_t)p->p);
    x->count = 0;                                       /* velocities anew */
}

/* A part of one colour: its contacts touch bodies of their own. */
static void visit_part(void *ctx, int member, int members)
{
    slip_sweep *x = ctx;
    long long count = x->last - x->first;
    slip_contact c = { .law = x->law, .dirs = x->dirs, .d = x->p->d };
    for (long long k = count * member / members; k < count * (member + 1) / members; k++) visit(x, x->p, &c, x->order.at[x->first + k], x->all);
}

static void colours(slip_sweep *x, const slip_problem *p, double *r)
{
    x->p = p;
    x->all = r;
    for (int k = 0; k < x->order.colours; k++) {
        x->first = x->order.start[k];
        x->last = x->order.start[k + 1];
        if (x->last - x->first < FEW) visit_part(x, 0, 1);
        else slip_crew_run(x->crew, visit_part, x);
    }
}

void slip_sweep_once(slip_sweep *x, const slip_problem *p, slip_iterate *it)
{
    if (x->mix.most) {
        memcpy(x->before, it->r, sizeof(double) * (size_t)slip_problem_m(p));
        memcpy(x->before + slip_problem_m(p), it->l, sizeof(double) * (size_t)p->p);
    }
    if (x->count++ % AFRESH == 0) slip_delassus_begin(&x->op, it->r, it->l);
    slip_contact c = { .law = x->law, .dirs = x->dirs, .d = p->d };
    slip_order_next(&x->order);
    if (x->crew) colours(x, p, it->r);
    else if (x->order.at) for (int k = 0; k < p->nc; k++) visit(x, p, &c, x->order.at[k], it->r);
    else for (int i = 0; i < p->nc; i++) visit(x, p, &c, i, it->r);
    for (int j = 0; j < x->op.p; j++) {
        double dl = -x->omega_joint * x->eta_joint[j] * slip_delassus_joint_row(&x->op, j, it->r, it->l);
        it->l[j] += dl;
        slip_delassus_joint_move(&x->op, j, dl);
    }
    it->work[SLIP_WORK_PRODUCTS]++;
    if (x->mix.most) accelerate(x, p, it);
}

void slip_sweep_close(slip_sweep *x)
{
    slip_crew_free(x->crew);
    x->crew = NULL;
    slip_order_close(&x->order);
    slip_delassus_close(&x->op);
}
