/* multibody.c: the random mechanisms against their own geometry: contact rows, velocity products, inertia, gyroscopic terms.
   SPDX-License-Identifier: GPL-3.0-or-later

   Nothing here uses the library's kinematics.  Positions follow from products of joint screws (or of exp(omega t)), every velocity and
   acceleration from differences of positions; the manipulators' equations from Lagrange's: M_ij = d2T/di dj, bias_i = sum_jk (dM_ij/dk - dM_jk/di / 2) vj vk. */

#include "problems/multibody.h"
#include "tests/oracle.h"
#include "tests/tap.h"

typedef struct { double R[9], p[3]; } pose;             /* x -> R x + p */

static void apply(const pose *g, const double *x, double *out)
{
    double y[3];
    for (int i = 0; i < 3; i++)
        y[i] = g->R[3 * i] * x[0] + g->R[3 * i + 1] * x[1] + g->R[3 * i + 2] * x[2] + g->p[i];
    memcpy(out, y, sizeof y);
}

static void turn(const pose *g, const double *x, double *out)
{
    pose only = *g;
    memset(only.p, 0, sizeof only.p);
    apply(&only, x, out);
}

static pose times(const pose *a, const pose *b)
{
    pose c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.R[3 * i + j] = a->R[3 * i] * b->R[j] + a->R[3 * i + 1] * b->R[3 + j] + a->R[3 * i + 2] * b->R[6 + j];
    apply(a, b->p, c.p);
    return c;
}

static pose inverse(const pose *g)
{
    pose c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.R[3 * i + j] = g->R[3 * j + i];
    memset(c.p, 0, sizeof c.p);
    apply(&c, g->p, c.p);
    for (int i = 0; i < 3; i++)
        c.p[i] = -c.p[i];
    return c;
}

/* Rotation by the vector w (Rodrigues) about the point x. */
static pose rotation(const double *w, const double *x)
{
    double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    double s = angle > 0 ? sin(angle) / angle : 1, c = angle > 1e-9 ? (1 - cos(angle)) / (angle * angle) : 0.5;
    const double K[9] = { 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0 };
    pose g;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            g.R[3 * i + j] = (i == j) + s * K[3 * i + j]
                           + c * (K[3 * i] * K[j] + K[3 * i + 1] * K[3 + j] + K[3 * i + 2] * K[6 + j]);
    memset(g.p, 0, sizeof g.p);
    double y[3];
    apply(&g, x, y);
    for (int i = 0; i < 3; i++)
        g.p[i] = x[i] - y[i];
    return g;
}

/* Where the first `links` links of a chain go when its joints move by q from here. */
static pose chain_pose(const slip_chain *c, int links, const double *q)
{
    pose g = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0 } };
    for (int k = 0; k < links; k++) {
        double w[3];
        pose step = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0 } };
        for (int i = 0; i < 3; i++)
            w[i] = q[k] * c->joint[k].axis[i];
        if (c->joint[k].prismatic)
            memcpy(step.p, w, sizeof w);
        else
            step = rotation(w, c->joint[k].at);
        g = times(&g, &step);
    }
    return g;
}

/* Body `b` after time s with constant rates v. */
static pose body_pose(const slip_mechanism *m, int b, const double *v, double s)
{
    pose g = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0 } };
    if (b < 0)
        return g;
    v += m->first[b];
    if (b >= m->objects) {
        const slip_chain *c = &m->chain[b - m->objects];
        double q[SLIP_CHAIN_MAX];
        for (int k = 0; k < c->joints; k++)
            q[k] = s * v[k];
        return chain_pose(c, c->joints, q);
    }
    const double w[3] = { s * v[3], s * v[4], s * v[5] };
    g = rotation(w, m->object[b].mass.x);
    for (int i = 0; i < 3; i++)
        g.p[i] += s * v[i];
    return g;
}

/* First derivative of f at 0 of order 6, second of order 6. */
static const double first6[7] = { -1. / 60, 9. / 60, -45. / 60, 0, 45. / 60, -9. / 60, 1. / 60 };
static const double second6[7] = { 2. / 180, -27. / 180, 270. / 180, -490. / 180, 270. / 180, -27. / 180, 2. / 180 };
static const double step = 0.004;

typedef struct { double n[3], t[3], o[3], point[3], gap; pose a, b; } touching;

/* The geometry of a contact after time s: surfaces carried along, normal, tangents kept as near as can be to where they were. */
static touching look(const slip_mechanism *m, const slip_meeting *t, double s)
{
    touching k = { .a = body_pose(m, t->a, m->v, s), .b = body_pose(m, t->b, m->v, s) };
    double ca[3], cb[3], d[3], size = 0, along = 0;
    apply(&k.a, t->ca, ca);
    apply(&k.b, t->cb, cb);
    for (int i = 0; i < 3; i++)
        d[i] = ca[i] - cb[i], size += d[i] * d[i];
    size = sqrt(size);
    turn(&k.b, t->n, k.n);
    for (int i = 0; i < 3 && !t->face; i++)
        k.n[i] = d[i] / size;
    k.gap = t->face ? d[0] * k.n[0] + d[1] * k.n[1] + d[2] * k.n[2] - t->ra : size - t->ra - t->rb;
    for (int i = 0; i < 3; i++) {
        k.point[i] = ca[i] - t->ra * k.n[i];
        along += t->t[i] * k.n[i];
    }
    size = 0;
    for (int i = 0; i < 3; i++)
        k.t[i] = t->t[i] - along * k.n[i], size += k.t[i] * k.t[i];
    for (int i = 0; i < 3; i++)
        k.t[i] /= sqrt(size);
    k.o[0] = k.n[1] * k.t[2] - k.n[2] * k.t[1];
    k.o[1] = k.n[2] * k.t[0] - k.n[0] * k.t[2];
    k.o[2] = k.n[0] * k.t[1] - k.n[1] * k.t[0];
    return k;
}

/* u after time s: the particles of a and b that are at the contact point then, by differences of their positions. */
static void velocity(const slip_mechanism *m, const slip_meeting *t, double s, double u[3])
{
    touching k = look(m, t, s);
    pose back_a = inverse(&k.a), back_b = inverse(&k.b);
    double pa[3], pb[3], rate[3] = { 0 };
    apply(&back_a, k.point, pa);
    apply(&back_b, k.point, pb);
    for (int j = 0; j < 7; j++) {
        double x[3], y[3];
        pose a = body_pose(m, t->a, m->v, s + (j - 3) * step), b = body_pose(m, t->b, m->v, s + (j - 3) * step);
        apply(&a, pa, x);
        apply(&b, pb, y);
        for (int i = 0; i < 3; i++)
            rate[i] += first6[j] * (x[i] - y[i]) / step;
    }
    u[0] = u[1] = u[2] = 0;
    for (int i = 0; i < 3; i++)
        u[0] += k.n[i] * rate[i], u[1] += k.t[i] * rate[i], u[2] += k.o[i] * rate[i];
}

/* T's matrix for a chain displaced by q, from differences of positions and rotations. */
static void lagrange_mass(const slip_chain *c, const double *q, double *M)
{
    int n = c->joints;
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    for (int link = 0; link < n; link++) {
        const slip_mass *mass = &c->joint[link].link;
        pose here = chain_pose(c, n > link ? link + 1 : n, q);
        double Jv[3 * SLIP_CHAIN_MAX] = { 0 }, Jw[3 * SLIP_CHAIN_MAX] = { 0 }, I[9] = { 0 };
        for (int i = 0; i < 3; i++)                     /* I = R I0 R' */
            for (int j = 0; j < 3; j++)
                for (int a = 0; a < 3; a++)
                    for (int b = 0; b < 3; b++)
                        I[3 * i + j] += here.R[3 * i + a] * mass->I[3 * a + b] * here.R[3 * j + b];
        for (int k = 0; k <= link; k++)
            for (int j = 0; j < 7; j++) {
                double moved[SLIP_CHAIN_MAX], x[3], S[9] = { 0 };
                memcpy(moved, q, (size_t)n * sizeof *q);
                moved[k] += (j - 3) * step;
                pose g = chain_pose(c, link + 1, moved);
                apply(&g, mass->x, x);
                for (int a = 0; a < 3; a++)             /* dR R' is the skew matrix of the rotation */
                    for (int b = 0; b < 3; b++)
                        for (int d = 0; d < 3; d++)
                            S[3 * a + b] += g.R[3 * a + d] * here.R[3 * b + d];
                const double w[3] = { S[7] - S[5], S[2] - S[6], S[3] - S[1] };
                for (int a = 0; a < 3; a++) {
                    Jv[3 * k + a] += first6[j] * x[a] / step;
                    Jw[3 * k + a] += first6[j] * w[a] / 2 / step;
                }
            }
        for (int i = 0; i <= link; i++)
            for (int j = 0; j <= link; j++)
                for (int a = 0; a < 3; a++) {
                    M[i * n + j] += mass->m * Jv[3 * i + a] * Jv[3 * j + a];
                    for (int b = 0; b < 3; b++)
                        M[i * n + j] += Jw[3 * i + a] * I[3 * a + b] * Jw[3 * j + b];
                }
    }
}

typedef struct { double gap, rows, bias, normal, roll, slide, mass, lagrange, energy, spin; } errors;

static void check_contacts(const slip_mechanism *m, errors *e)
{
    double *rows = malloc(3 * (size_t)m->n * sizeof *rows);
    for (int i = 0; i < m->touches; i++) {
        const slip_meeting *t = &m->touch[i];
        double u[3], w[3], numeric[3] = { 0 }, second = 0, scale = 1;
        slip_meeting_rows(m, t, rows);
        slip_meeting_bias(m, t, w);
        e->gap = fmax(e->gap, fabs(look(m, t, 0).gap));
        velocity(m, t, 0, u);
        for (int k = 0; k < 3; k++) {                   /* u = rows v */
            double sum = 0;
            for (int j = 0; j < m->n; j++)
                sum += rows[k * m->n + j] * m->v[j];
            e->rows = fmax(e->rows, fabs(sum - u[k]));
        }
        for (int j = 0; j < 7; j++) {
            double v[3];
            velocity(m, t, (j - 3) * step, v);
            for (int k = 0; k < 3; k++)
                numeric[k] += first6[j] * v[k] / step;
            second += second6[j] * look(m, t, (j - 3) * step).gap / (step * step);
        }
        for (int k = 0; k < 3; k++)
            scale = fmax(scale, fabs(w[k]));
        for (int k = 0; k < 3; k++)
            e->bias = fmax(e->bias, fabs(numeric[k] - w[k]) / scale);
        e->normal = fmax(e->normal, fabs(second - w[0]) / scale);
        double speed = hypot(u[1], u[2]);
        if (t->slip[0] == 0 && t->slip[1] == 0)
            e->roll = fmax(e->roll, fmax(fabs(u[0]), speed));
        else {
            e->roll = fmax(e->roll, fabs(u[0]));
            e->slide = fmax(e->slide, hypot(u[1] / speed - t->slip[0], u[2] / speed - t->slip[1]));
            e->slide = fmax(e->slide, speed < 0.019 ? 1 : 0);
        }
    }
    free(rows);
}

static void check_chains(const slip_mechanism *m, errors *e)
{
    int n = m->n;
    double *M = malloc((size_t)(n * n + n) * sizeof *M), *f = M + n * n;
    slip_mechanism_dynamics(m, M, f);
    for (int c = 0; c < m->chains; c++) {
        const slip_chain *chain = &m->chain[c];
        int k = chain->joints, at = m->first[m->objects + c];
        const double *v = m->v + at;
        double q[SLIP_CHAIN_MAX] = { 0 }, L[16], dM[SLIP_CHAIN_MAX][16] = { { 0 } }, gravity[SLIP_CHAIN_MAX] = { 0 };
        lagrange_mass(chain, q, L);
        double scale = 0;
        for (int i = 0; i < k * k; i++)
            scale = fmax(scale, fabs(L[i]));
        for (int i = 0; i < k; i++)
            for (int j = 0; j < k; j++)
                e->mass = fmax(e->mass, fabs(L[i * k + j] - M[at + i + (at + j) * n]) / scale);
        for (int j = 0; j < k; j++)
            for (int s = 0; s < 7; s++) {
                double moved[SLIP_CHAIN_MAX] = { 0 }, N[16];
                moved[j] = (s - 3) * step;
                lagrange_mass(chain, moved, N);
                for (int i = 0; i < k * k; i++)
                    dM[j][i] += first6[s] * N[i] / step;
                for (int link = 0; link < k; link++) {
                    pose g = chain_pose(chain, link + 1, moved);
                    double x[3];
                    apply(&g, chain->joint[link].link.x, x);
                    gravity[j] -= first6[s] * chain->joint[link].link.m * m->g * x[2] / step;
                }
            }
        double power = 0, change = 0, size = 1;
        for (int i = 0; i < k; i++) {
            double bias = 0;
            for (int a = 0; a < k; a++)
                for (int b = 0; b < k; b++)
                    bias += (dM[b][i * k + a] - dM[i][a * k + b] / 2) * v[a] * v[b];
            double force = chain->joint[i].effort + gravity[i] - bias;
            size = fmax(size, fabs(bias) + fabs(gravity[i]));
            e->lagrange = fmax(e->lagrange, fabs(force - f[at + i]) / size);
            power += v[i] * (f[at + i] - chain->joint[i].effort - gravity[i]);
            for (int a = 0; a < k; a++)
                for (int b = 0; b < k; b++)
                    change += dM[i][a * k + b] * v[i] * v[a] * v[b] / 2;
        }
        e->energy = fmax(e->energy, fabs(power + change) / size);       /* velocity products do no work: v'(M dv) + v'(dM)v/2 = 0 */
    }
    free(M);
}

/* A free object's angular momentum R I R' omega does not change under its gyroscopic moment alone. */
static void check_objects(const slip_mechanism *m, errors *e)
{
    int n = m->n;
    double *M = malloc((size_t)(n * n + n) * sizeof *M), *f = M + n * n;
    slip_mechanism_dynamics(m, M, f);
    for (int b = 0; b < m->objects; b++) {
        const slip_object *object = &m->object[b];
        const double *omega = m->v + m->first[b] + 3;
        double A[9], dw[3], rate[3] = { 0 }, zero[3] = { 0 }, size = 1;
        memcpy(A, object->mass.I, sizeof A);
        for (int i = 0; i < 3; i++) {
            dw[i] = f[m->first[b] + 3 + i] - object->wrench[3 + i];
            size = fmax(size, fabs(dw[i]));
            e->spin = fmax(e->spin, fabs(f[m->first[b] + i] - object->wrench[i] + (i == 2 ? object->mass.m * m->g : 0)));
        }
        if (!oracle_solve(3, A, dw))
            continue;
        for (int j = 0; j < 7; j++) {
            double s = (j - 3) * step, w[3], now[3], x[3], L[3];
            for (int i = 0; i < 3; i++)
                w[i] = s * omega[i], now[i] = omega[i] + s * dw[i];
            pose g = rotation(w, zero), back = inverse(&g);
            turn(&back, now, x);
            double y[3];
            for (int i = 0; i < 3; i++)
                y[i] = object->mass.I[3 * i] * x[0] + object->mass.I[3 * i + 1] * x[1] + object->mass.I[3 * i + 2] * x[2];
            turn(&g, y, L);
            for (int i = 0; i < 3; i++)
                rate[i] += first6[j] * L[i] / step;
        }
        for (int i = 0; i < 3; i++)
            e->spin = fmax(e->spin, fabs(rate[i]) / size);
    }
    free(M);
}

static double largest(int count, const double *a, const double *b)
{
    double worst = 0;
    for (int i = 0; i < count; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

int main(void)
{
    static const int sizes[] = { 2, 10, 16, 30, 50, 90, 120, 150, 170 };
    enum { CLASSES = 9, SEEDS = 3 };
    plan(CLASSES * 4 + 10 + 6 + 9 + 6);
    slip_error error;
    slip_problem problem, other;
    slip_truth truth;
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);

    errors e = { 0 };
    int prismatic = 0, revolute = 0, balls = 0, faces = 0, vertices = 0, curved = 0;
    for (int c = 0; c < CLASSES; c++) {
        int opened = 0, right = 0, mixed = 0, same = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            char name[64];
            snprintf(name, sizeof name, "multibody:size=%d,seed=%d", sizes[c], seed);
            slip_status s = slip_problem_open(&problem, name, &truth, &error);
            if (s != SLIP_OK) {
                diag("%s: %s", name, error.text);
                continue;
            }
            opened++;
            int rolling = 0, sliding = 0;
            for (int i = 0; i < problem.nc; i++)
                *(slip_problem_has_slip(&problem, i) ? &sliding : &rolling) += 1;
            right += 5 * rolling + sliding == sizes[c] && problem.law == SLIP_LAW_BOX && problem.level == SLIP_LEVEL_ACCELERATION;
            mixed += sliding > 0 && (rolling > 0 || sizes[c] < 5);

            slip_mechanism m;
            slip_arena arena = { 0 };
            const slip_multibody_sizes want = { rolling, sliding, 0.4, 1, 9.81 };
            slip_multibody_draw(&m, &want, (unsigned long)seed, &arena, &error);
            check_contacts(&m, &e);
            check_chains(&m, &e);
            check_objects(&m, &e);
            double *f = malloc((size_t)(m.n * m.n + m.n) * sizeof *f), worst = largest(m.n, problem.f, problem.f);
            slip_mechanism_dynamics(&m, f + m.n, f);
            worst = largest(m.n, f, problem.f);
            for (int i = 0; i < m.touches; i++) {
                double w[3];
                slip_meeting_bias(&m, &m.touch[i], w);
                worst = fmax(worst, largest(3, w, problem.w + 3 * i));
                balls += !m.touch[i].face, faces += m.touch[i].face, vertices += m.touch[i].ra == 0, curved += m.touch[i].ra > 0;
            }
            same += worst == 0 && m.n == problem.n;
            for (int k = 0; k < m.chains; k++)
                for (int j = 0; j < m.chain[k].joints; j++)
                    *(m.chain[k].joint[j].prismatic ? &prismatic : &revolute) += 1;
            free(f);
            slip_arena_free(&arena);
            slip_problem_free(&problem);
        }
        is_int(opened, SEEDS, "size %d: all seeds open", sizes[c]);
        is_int(right, SEEDS, "size %d: 5 rolling + sliding, a pyramid, at acceleration level", sizes[c]);
        is_int(mixed, SEEDS, "size %d: rolling and sliding mixed", sizes[c]);
        is_int(same, SEEDS, "size %d: the problem holds the mechanism's w and f", sizes[c]);
    }
    ok(e.gap <= 1e-14, "the surfaces touch (%.1e)", e.gap);
    ok(e.rows <= 1e-10, "H'v is the velocity of the particles in contact (%.1e)", e.rows);
    ok(e.roll <= 1e-10, "rolling contacts have no relative velocity, sliding ones no normal one (%.1e)", e.roll);
    ok(e.slide <= 1e-8, "slip directions are those of the motion (%.1e)", e.slide);
    ok(e.bias <= 1e-7, "w = (dH'/dt) v (%.1e)", e.bias);
    ok(e.normal <= 1e-6, "w_N is the second derivative of the gap (%.1e)", e.normal);
    ok(e.mass <= 1e-9, "the manipulators' M is that of Lagrange (%.1e)", e.mass);
    ok(e.lagrange <= 1e-7, "their forces too: efforts, gravity, velocity products (%.1e)", e.lagrange);
    ok(e.energy <= 1e-7, "velocity products do no work (%.1e)", e.energy);
    ok(e.spin <= 1e-7, "objects keep their angular momentum (%.1e)", e.spin);
    ok(prismatic > 0, "%d prismatic joints were seen", prismatic);
    ok(revolute > 0, "%d revolute ones", revolute);
    ok(balls > 0, "%d contacts with a ball", balls);
    ok(faces > 0, "%d with a face", faces);
    ok(vertices > 0, "%d of a vertex", vertices);
    ok(curved > 0, "%d of a ball", curved);

    /* One seed, many problems. */
    ok(slip_problem_open(&problem, "multibody:seed=4,mu=0.1", &truth, &error) == SLIP_OK, "mu = 0.1 opens");
    ok(slip_problem_open(&other, "multibody:seed=4,mu=1.5,law=coulomb", &truth, &error) == SLIP_OK, "mu = 1.5 with the cone opens");
    is_int(other.law, SLIP_LAW_COULOMB, "its law is the cone");
    ok(problem.nc == other.nc && problem.n == other.n && largest(3 * problem.nc, problem.w, other.w) == 0
       && largest(problem.n, problem.f, other.f) == 0, "the data are the same");
    is_double(problem.mu[0], 0.1, "but for mu");
    slip_problem_free(&other);
    ok(slip_problem_open(&other, "multibody:seed=4,mu=0.1,driven=0.5", &truth, &error) == SLIP_OK, "driven joints open");
    ok(other.p > 0 && problem.p == 0 && largest(problem.n, problem.f, other.f) == 0, "they add %d joint rows and change nothing else", other.p);
    bool picks = other.G.nz == other.p;
    for (int j = 0; j < other.p && picks; j++) {
        int row = other.G.i[other.G.p[j]];
        picks = other.G.x[other.G.p[j]] == 1 && other.G.p[j + 1] == other.G.p[j] + 1 && other.b[j] != 0;
        for (int k = 0; k < j; k++)
            picks = picks && other.G.i[other.G.p[k]] != row;
        for (int b = 0; b < other.bodies.count && picks; b++)
            if (row >= other.bodies.first[b] && row < other.bodies.first[b + 1])
                picks = other.bodies.first[b + 1] - other.bodies.first[b] <= SLIP_CHAIN_MAX;
    }
    ok(picks, "each gives one joint an acceleration");
    slip_problem_free(&other);
    ok(slip_problem_open(&other, "multibody:seed=5,mu=0.1", &truth, &error) == SLIP_OK
       && (other.n != problem.n || largest(problem.n, problem.f, other.f) > 0), "another seed is another problem");
    slip_problem_free(&other);
    slip_problem_free(&problem);

    static const char *const corners[] = { "multibody:rolling=0,size=170", "multibody:rolling=1,size=170", "multibody:rolling=1,size=5", "multibody:size=2,rolling=1",
                                           "multibody:size=400", "multibody:driven=1,g=0,speed=0.01" };
    for (int k = 0; k < 6; k++) {
        bool opened = ok(slip_problem_open(&problem, corners[k], &truth, &error) == SLIP_OK, "%s opens", corners[k]);
        if (opened)
            slip_problem_free(&problem);
        else
            diag("%s", error.text);
    }
    return done();
}
