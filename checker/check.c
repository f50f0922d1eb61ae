/* check.c: the whole of a proof file, from its first line to END.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <limits.h>
#include <string.h>

typedef struct { const char *problem, *proof; size_t problem_count, proof_count; FILE *out; } job;

static const struct { const char *word; void (*read)(ck_state *, ck_text *); } sections[] = {
    { "definite", ck_definite_read }, { "enclosure", ck_enclosure_read }, { "gap", ck_gap_read }, { "impulse", ck_impulse_read },
    { "inverse", ck_inverse_read }, { "midpoint", ck_midpoint_read }, { "midpoint-lcp", ck_midpoint_lcp_read }, { "motion", ck_motion_read },
    { "reversal", ck_reversal_read }, { "solution", ck_solution_read }, { "tree", ck_tree_read }, { "z", ck_z_read }, { NULL, NULL }
};

static char *copy(const char *bytes, size_t count)
{
    char *to = ck_new(count + 1, 1);
    if (count) memcpy(to, bytes, count);
    return to;
}

static void other_law(ck_state *s, ck_text *t)
{
    const char *word = ck_word(t);
    ck_problem *P = &s->P;
    for (P->law = 0; P->law < CK_LAWS && strcmp(word, ck_law_names[P->law]) != 0; P->law++);
    if (P->law == CK_LAWS) ck_refuse("'%.40s' is no law", word);
    if (ck_peek_word(t)) {
        P->k = ck_integer(t, 100001);
        ck_rational(t, P->angle);
    }
    ck_end_of_line(t);
}

static void header(ck_state *s, ck_text *t, const job *j)
{
    static const char first[] = "slipstick-proof 1\n";
    ck_problem *P = &s->P;
    if (j->proof_count < sizeof first || (*j->proof != '#' && memcmp(j->proof, first, sizeof first - 1) != 0)) ck_unreadable("it does not begin with 'slipstick-proof 1'");
    ck_next_line(t);
    if (!ck_is(t, "slipstick-proof") || !ck_is(t, "1") || t->word) ck_unreadable("it does not begin with 'slipstick-proof 1'");
    ck_expect(t, "problem");
    ck_sha256_hex(j->problem, j->problem_count, P->hash);
    if (strcmp(ck_word(t), P->hash) != 0) ck_refuse("this is a proof about another problem: the one given has the hash %s; only the text that 'slipstick convert' writes has the right one", P->hash);
    ck_end_of_line(t);
    ck_problem_read(P, copy(j->problem, j->problem_count), j->problem_count);
    ck_diagonal_mass(s);
    ck_next_line(t);
    if (ck_is(t, "law")) { other_law(s, t); ck_next_line(t); }
    ck_directions_default(P);
    if (ck_is(t, "answer")) {
        ck_vector(t, P->global ? P->n : P->m, &s->answer);
        s->has_answer = true;
        ck_next_line(t);
    }
    for (; ck_is(t, "claim"); ck_next_line(t)) ck_claim_read(s, t);
    if (!ck_is(t, "begin")) ck_refuse("'claim' or 'begin' is expected here");
    ck_end_of_line(t);
    if (!s->claims) ck_refuse("nothing is claimed");
}

/* A bound in three decimal digits, rounded upwards: x <= d.dd 10^e, in integers. */
static void tell_bound(const mpq_t x, FILE *out)
{
    if (mpq_sgn(x) == 0) return;
    long e = (long)mpz_sizeinbase(mpq_numref(x), 10) - (long)mpz_sizeinbase(mpq_denref(x), 10) - 4;        /* x/10^e has three to five digits */
    mpz_t num, den, ten;
    mpz_inits(num, den, ten, (mpz_ptr)NULL);
    do {
        mpz_ui_pow_ui(ten, 10, (unsigned long)(e < 0 ? -e : e));
        mpz_mul(num, mpq_numref(x), ten);
        mpz_mul(den, mpq_denref(x), ten);
        mpz_cdiv_q(num, e < 0 ? num : mpq_numref(x), e < 0 ? mpq_denref(x) : den);
        e++;
    } while (mpz_cmp_ui(num, 1000) >= 0);
    unsigned long digits = mpz_get_ui(num);
    fprintf(out, " (at most %lu.%02lue%ld)", digits / 100, digits % 100, e + 1);
    mpz_clears(num, den, ten, (mpz_ptr)NULL);
}

static void tell(const ck_state *s, FILE *out)
{
    const ck_problem *P = &s->P;
    fprintf(out, "problem %s\nlaw %s", P->hash, ck_law_names[P->law]);
    if (P->d == 3 && (P->law == CK_FACETS || P->law == CK_CONE_FACETS)) {
        fprintf(out, ", %d directions from angle ", P->k);
        mpq_out_str(out, 10, P->angle);
        if (P->stated) fprintf(out, ", as stated by the proof within 2^-48");
    }
    fprintf(out, "\n");
    for (int k = 0; k < s->claims; k++) {
        bool near = s->claim[k].kind == CK_CLAIM_NEAR || s->claim[k].kind == CK_CLAIM_CONE_VELOCITY;
        fprintf(out, "proved %s", s->claim[k].text);
        if (near) tell_bound(s->claim[k].eps, out);
        fprintf(out, "%s\n", near ? " of the answer the file states" : "");
    }
}

static void body(void *ctx)
{
    job *j = ctx;
    ck_state *s = ck_new(1, sizeof *s);
    char *proof = copy(j->proof, j->proof_count);
    ck_text t = { .at = proof, .end = proof + j->proof_count };
    header(s, &t, j);
    for (;;) {
        ck_next_line(&t);
        if (ck_is(&t, "END")) break;
        if (ck_is(&t, "directions")) { ck_directions_stated(&s->P, &t); continue; }
        const char *word = ck_word(&t);
        int k = 0;
        while (sections[k].word && strcmp(word, sections[k].word) != 0) k++;
        if (!sections[k].word) ck_refuse("'%.40s' is no section", word);
        sections[k].read(s, &t);
    }
    if (ck_integer(&t, INT_MAX) != t.line) ck_refuse("END does not count the lines: there are %ld", t.line);
    ck_end_of_line(&t);
    if (t.at != t.end) ck_refuse("something follows END");
    ck_claims_follow(s);
    if (j->out) tell(s, j->out);
}

int ck_check(const char *problem, size_t problem_count, const char *proof, size_t proof_count, size_t memory, FILE *out, char *reason)
{
    job j = { problem, proof, problem_count, proof_count, out };
    return ck_inside(body, &j, memory, reason);
}
