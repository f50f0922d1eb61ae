/* diagnosis.c: the sentence says what happened, why and what to do; a wrong convention is recognised.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_diagnosis told(const slip_sample *m, int count, long cycle, slip_symptoms s)
{
    slip_history h = { .count = count, .moment = m, .tol = 1e-8, .cycle = cycle };
    slip_rate rate;
    slip_error error;
    slip_diagnosis d;
    if (slip_rate_get(&h, &rate, &error) != SLIP_OK) bail_out("%s", error.text);
    s.history = &h;
    s.rate = &rate;
    slip_diagnose(&s, &d);
    return d;
}

#define says(d, part, ...) ok(strstr((d).sentence, part) != NULL, __VA_ARGS__) || (diag("  %s", (d).sentence), 0)

static void sentences(void)
{
    slip_sample m[200];
    slip_verdict wrong = { .word = SLIP_VERDICT_INACCURATE, .condition = SLIP_R_PRIMAL, .contact = 7, .error = 0.03 };
    slip_symptoms s = { .theory = NAN, .posed = &wrong };
    for (int k = 0; k < 200; k++) m[k] = (slip_sample){ k, pow(0.95, k) };
    slip_diagnosis d = told(m, 200, 0, s);
    diag("%s", d.sentence);
    is_str(d.word, "linear", "a slow contraction");
    says(d, "about 1.6e+02 more steps", "the steps still needed: log(1e-8/0.95^199)/log 0.95 = 160");
    says(d, "contact 7", "the worst contact");
    says(d, "friction cone", "what is wrong there");
    s.theory = 0.95;
    d = told(m, 200, 0, s);
    says(d, "(theory: 0.95)", "the theory beside it");
    s.theory = 0.5;
    d = told(m, 200, 0, s);
    says(d, "which it misses", "a theory that it misses");

    for (int k = 0; k < 40; k++) m[k] = (slip_sample){ k, k % 2 ? 0.4 : 0.1 };
    s = (slip_symptoms){ .theory = NAN, .sets = 2, .flips = 3, .posed = &wrong };
    d = told(m, 40, 2, s);
    diag("%s", d.sentence);
    says(d, "repetition", "a proved cycle");
    says(d, "cycles with period 2 between two active sets, which differ at 3 contacts", "between active sets");
    says(d, "half the step", "and its cure");
    s.advice = "mu = 0.6 lies between 0.534 and 0.937, where the fixed point repels; damping 0.5 converges";
    d = told(m, 40, 2, s);
    says(d, "between 0.534 and 0.937", "what the method itself knows comes first");

    m[0] = (slip_sample){ 1, 0.85 };
    d = told(m, 1, 0, (slip_symptoms){ .theory = NAN, .posed = &wrong });
    says(d, "stopped after 1 step at a residual of 0.85", "one step is one step");
    d = told(m, 1, 0, (slip_symptoms){ .theory = NAN, .posed = &wrong, .unseen = true });
    ok(strstr(d.sentence, "keeps its steps to itself") && !strstr(d.sentence, "stopped after"), "the steps of a foreign program are not known");

    slip_truth none = { .how = SLIP_HOW_EXACT, .solutions = 0, .text = "G < 0 and b < 0" };
    for (int k = 0; k < 60; k++) m[k] = (slip_sample){ k, pow(1.8, k) };
    s = (slip_symptoms){ .theory = NAN, .truth = &none, .posed = &wrong };
    d = told(m, 60, 0, s);
    diag("%s", d.sentence);
    is_str(d.word, "diverging", "growth");
    says(d, "because no solution exists: G < 0 and b < 0", "and its reason");
    m[30].residual = NAN;
    for (int k = 0; k < 30; k++) m[k].residual = 1;
    s = (slip_symptoms){ .theory = NAN };
    d = told(m, 31, 0, s);
    is_str(d.word, "NaN", "broken arithmetic");
    s.ray = true;
    s.steps = 4;
    d = told(m, 0, 0, s);
    is_str(d.word, "ray", "a ray");
    says(d, "proves nothing", "which proves nothing");

    made x;                         /* masses far apart */
    made_options o = { .d = 3, .nc = 12, .bodies = 6, .law = SLIP_LAW_COULOMB, .mu = 0.5, .mass = 1e7, .seed = 3 };
    made_make(&x, &o);
    slip_ruler ruler;
    slip_error error;
    if (slip_ruler_new(&ruler, &x.problem, &error) != SLIP_OK) bail_out("%s", error.text);
    for (int k = 0; k < 200; k++) m[k] = (slip_sample){ k, 0.1 * (1 + 1e-3 * sin(k)) };
    s = (slip_symptoms){ .theory = NAN, .ruler = &ruler, .posed = &wrong };
    d = told(m, 200, 0, s);
    diag("%s", d.sentence);
    is_str(d.word, "stalled", "a stall");
    says(d, "masses span", "with masses far apart, says so");
    slip_ruler_free(&ruler);
    made_free(&x);
}

/* Each mistake planted in an exact answer of six contacts in space (or in its problem), and named. */
enum { NORMAL_LAST, OPPOSITE, TANGENTS, COMPONENTS, COMPONENTS_LAST, REVERSED, SWAPPED, LEFT_HANDED, OTHER_U, U_BEFORE, U_TURNED, EXCHANGED, NO_FRICTION, INVERSE_MU, ANGLE_MU, NEXT_MU, REVERSED_MU,
       FIRST_MU, RELAXED, FORCES, IMPULSES, GRAMS, SCALED, MINUS_Q, TURNED_AND_SCALED, ROUGH, MISTAKES };
static const char *const parts[MISTAKES] = { "normal component last", "opposite sign", "tangents' signs", "all normals, then all first tangents", "all first tangents, then all second", "opposite order",
    "tangents exchanged", "second tangent's sign", "not theirs", "before the impulses (q), not after", "theirs when read with the normal component last", "exchanged: those given as u", "mu = 0", "1/mu", "atan(mu)",
    "the mu of the contact after", "mu of the contacts in the opposite order", "the mu of contact 0", "law cone", "forces in place of impulses (times h)", "impulses in place of forces (over h)",
    "a factor 0.001", "a factor 2.5", "q of the opposite sign", "the normal component last and a factor", "normal component last" };

static void mistake(int kind)
{
    made x;
    bool drawn = kind == NEXT_MU || kind == REVERSED_MU || kind == FIRST_MU || kind == ANGLE_MU;
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .local = kind == MINUS_Q, .law = kind == RELAXED ? SLIP_LAW_CONE : SLIP_LAW_COULOMB, .mu = kind == NO_FRICTION || kind == FIRST_MU ? 0.3 * (kind == FIRST_MU) : drawn ? -1 : 0.7, .seed = kind == REVERSED_MU ? 3 : 12 };
    made_make(&x, &o);
    double r[18], u[18], mu[6], *to = x.answer.r;
    memcpy(r, x.answer.r, sizeof r);
    memcpy(u, x.answer.u, sizeof u);
    memcpy(mu, x.problem.mu, sizeof mu);
    bool with_u = kind == OTHER_U || kind == U_BEFORE || kind == U_TURNED || kind == EXCHANGED;
    if (kind == U_BEFORE) {
        slip_ruler ruler;
        if (slip_ruler_new(&ruler, &x.problem, NULL)) bail_out("no ruler");
        memcpy(x.answer.u, ruler.q, sizeof u);
        slip_ruler_free(&ruler);
    }
    x.answer.v = NULL;
    x.problem.h = 0.01;
    if (kind == U_TURNED) to = x.answer.u;
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) {
            double v = kind == U_TURNED ? u[i * 3 + k] : r[i * 3 + k];
            switch (kind) {
            case ROUGH: to[i * 3 + (k + 2) % 3] = v * (1 + 3e-7 * (i + k)); break;
            case NORMAL_LAST: case U_TURNED: to[i * 3 + (k + 2) % 3] = v; break;
            case TURNED_AND_SCALED: to[i * 3 + (k + 2) % 3] = v * 1e3; break;
            case OPPOSITE: to[i * 3 + k] = -v; break;
            case TANGENTS: to[i * 3 + k] = k ? -v : v; break;
            case LEFT_HANDED: to[i * 3 + k] = k == 2 ? -v : v; break;
            case COMPONENTS: to[k * 6 + i] = v; break;
            case COMPONENTS_LAST: to[(k + 2) % 3 * 6 + i] = v; break;
            case REVERSED: to[(5 - i) * 3 + k] = v; break;
            case SWAPPED: to[i * 3 + (k ? 3 - k : 0)] = v; break;
            case OTHER_U: x.answer.u[i * 3 + k] += 0.1; break;
            case EXCHANGED: x.answer.r[i * 3 + k] = u[i * 3 + k]; x.answer.u[i * 3 + k] = r[i * 3 + k]; break;
            case FORCES: to[i * 3 + k] = v / 0.01; break;
            case IMPULSES: to[i * 3 + k] = v * 0.01; break;
            case GRAMS: to[i * 3 + k] = v * 1e3; break;
            case SCALED: to[i * 3 + k] = v / 2.5; break;
            case MINUS_Q: x.problem.q[i * 3 + k] = -x.problem.q[i * 3 + k]; break;
            default: break;
            }
        }
        switch (kind) {
        case NO_FRICTION: x.problem.mu[i] = 0.7; break;
        case INVERSE_MU: x.problem.mu[i] = 1 / 0.7; break;
        case ANGLE_MU: x.problem.mu[i] = tan(mu[i]); break;
        case NEXT_MU: x.problem.mu[(i + 1) % 6] = mu[i]; break;
        case REVERSED_MU: x.problem.mu[5 - i] = mu[i]; break;
        case FIRST_MU: x.problem.mu[i] = 0.3 + 0.1 * i; break;
        default: break;
        }
    }
    if (kind == RELAXED) x.answer.law = SLIP_LAW_COULOMB;
    if (!with_u) x.answer.u = NULL;
    char text[256];
    bool found = slip_convention_hint(&x.problem, &x.answer, 1e-8, text);
    ok(found && strstr(text, parts[kind]), "recognised: %s", found ? text : "nothing");
    if (!found || !strstr(text, parts[kind])) diag("wanted: %s", parts[kind]);
    made_free(&x);
}

/* u = W r + q with friction against q_T = |q_T| t: r_N (W_NN - mu W_NT t) = 1; and the ball's answer to a problem with a gap. */
static void left_out(void)
{
    slip_problem p;
    slip_truth truth;
    slip_error e = { 0 };
    char text[256];
    static const double W[9] = { 2, 0.5, 0, 0.5, 1, 0.6, 0, 0.6, 2 };
    if (slip_problem_new(&p, 3, 1, 0, 0, true, &e)) bail_out("%s", e.text);
    slip_sparse_from_dense(&p.W, SLIP_CSC, 3, 3, W, &p.arena, &e);
    p.q[0] = -1; p.q[1] = 2.4; p.q[2] = 1.8; p.mu[0] = 0.5;        /* q_T = 3 (0.8, 0.6) */
    double rn = 1 / (2 - 0.5 * 0.5 * 0.8), r[3] = { rn, -0.5 * 0.8 * rn, -0.5 * 0.6 * rn };
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = SLIP_LAW_COULOMB, .dirs = p.dirs, .r = r, .claimed_error = NAN };
    ok(slip_convention_hint(&p, &a, 1e-8, text) && strstr(text, "before the impulses (q) instead"), "recognised: %s", text);
    slip_problem_free(&p);
    if (slip_problem_open(&p, "ball:law=coulomb", &truth, &e)) bail_out("%s", e.text);
    a = (slip_answer){ .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = truth.r, .claimed_error = NAN };
    bool before = slip_convention_hint(&p, &a, 1e-8, text);
    p.w[0] += 0.01;
    ok(!before && slip_convention_hint(&p, &a, 1e-8, text) && strstr(text, "without w"), "recognised: %s", text);
    slip_problem_free(&p);
}

/* Right, rubbish or merely inaccurate answers get no hint: noise of every size, in every law and dimension. */
static void no_hints(void)
{
    int wrong = 0, tried = 0;
    for (int seed = 1; seed <= quick_or_full(40, 1000); seed++)
        for (int d = 1; d <= 3; d++)
            for (int noise = -7; noise <= 1; noise++) {
                made x;
                char text[256];
                made_options o = { .d = d, .nc = 1 + seed % 5, .bodies = 1 + seed % 5, .law = d == 1 ? SLIP_LAW_COULOMB : (slip_law)(seed % SLIP_LAW_CONE_FACETS), .dirs = { d == 3 ? 4 : 2, 0 }, .mu = seed % 3 ? -1 : 0.5, .seed = (unsigned long)seed };
                made_make(&x, &o);
                made_rng g = { (unsigned long)(seed * 100 + noise + 50) };
                x.answer.u = x.answer.v = NULL;
                x.problem.h = 0.01;
                double size = pow(10, noise);
                int m = slip_problem_m(&x.problem), moved = 0;
                for (int k = 0; k < m; k++) {
                    double by = 1 + size * made_uniform(&g, -1, 1);
                    moved += x.answer.r[k] != 0 && by != 1;
                    x.answer.r[k] *= by;
                }
                bool hinted = slip_convention_hint(&x.problem, &x.answer, 1e-9, text);
                tried++;
                if (hinted && wrong++ < 5) diag("d %d, seed %d, noise %g, law %s: %s", d, seed, size, slip_law_name(o.law), text);
                made_free(&x);
            }
    is_int(wrong, 0, "%d answers that are merely inaccurate get no hint", tried);
}

static void conventions(void)
{
    for (int k = 0; k < MISTAKES; k++) mistake(k);
    left_out();
    made x;
    char text[256];
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = SLIP_LAW_COULOMB, .mu = 0.5, .seed = 12 };
    made_make(&x, &o);
    ok(!slip_convention_hint(&x.problem, &x.answer, 1e-8, text), "a right answer needs no hint");
    for (int k = 0; k < 18; k++) x.answer.r[k] = sin(k);
    ok(!slip_convention_hint(&x.problem, &x.answer, 1e-8, text), "rubbish gets none");
    for (int k = 0; k < 18; k++) x.answer.r[k] = 0;
    x.answer.u = x.answer.v = NULL;
    ok(slip_convention_hint(&x.problem, &x.answer, 1e-8, text) && strstr(text, "every impulse is zero"), "nothing at all is no convention: %s", text);
    made_free(&x);
    no_hints();
}

int main(void)
{
    slip_error error;
    plan(19 + MISTAKES + 6);
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    sentences();
    conventions();
    return done();
}
