/* exact_near.h: what the files of the existence proofs share: integer systems, modes, witnesses.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every number of a problem is binary64, hence an integer times a power of two: equations are scaled to integers and
   solved over the rationals.  FLINT aborts when memory ends; what is ours comes from arenas. */

#ifndef SLIP_EXACT_NEAR_H
#define SLIP_EXACT_NEAR_H

#include "config.h"
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_vec.h>
#include <flint/nmod_mat.h>
#ifdef HAVE_ARB_H
#include <arb.h>
#include <arf.h>
#else
#include <flint/arb.h>
#include <flint/arf.h>
#endif

#include "verify/verify.h"

/* ---- integer equations (exact_integer.c) ------------------------------------------------------------------------- */

typedef struct {                /* rows a_i'x = b_i, each scaled by a power of two of its own */
    int rows, cols, nz, row_room, room;
    int *p, *j;                 /* rows+1, nz */
    slong *e, *scale;           /* nz: exponents of the row being written; rows: each was divided by 2^scale */
    fmpz *x, *b;                /* nz, rows */
} slip_integers;

slip_status slip_integers_new(slip_integers *, int rows, int cols, int entries, slip_arena *, slip_error *);   /* room for so many */
void slip_integers_free(slip_integers *);
/* Entries of the row begun last: col < 0 is the right-hand side; the value is the product.  Zero is left out; entries of one place add up. */
void slip_integers_add(slip_integers *, int col, int factors, const double *factor);
void slip_integers_end_row(slip_integers *);
slong slip_integer_of(fmpz_t, double);          /* x = z 2^e, z odd or 0; returns e */
slong slip_integer_of_dd(fmpz_t, slip_dd);      /* the same of hi + lo */
void  slip_integers_of(const slip_dd *x, int count, fmpz *num, fmpz_t den);     /* x = num / den, a power of two */

typedef struct {                /* independent rows and columns of integer equations, and the inverse between them modulo a prime */
    int rank, free;
    int *row, *col, *pin;       /* rank, rank, free: the columns that may be chosen */
    nmod_mat_t inverse; bool made;
} slip_basis;

slip_status slip_basis_new(slip_basis *, const slip_integers *, slip_arena *, slip_error *);
void slip_basis_free(slip_basis *);
/* Solve the independent rows for the independent columns, the others being x_pin = pin / 2^shift: x = num / den, cols numbers, den > 0.
   LIMIT: more than `bits` bits would be needed. */
slip_status slip_basis_solve(const slip_basis *, const slip_integers *, const fmpz *pin, slong shift, slong bits, fmpz *num, fmpz_t den,
                             slip_arena *, slip_error *);

/* ---- contacts (exact_modes.c) ---------------------------------------------------------------------------------------- */

typedef enum { SLIP_PIECE_OPEN, SLIP_PIECE_STICK, SLIP_PIECE_EDGE, SLIP_PIECE_VERTEX, SLIP_PIECE_DISC, SLIP_PIECE_CORNER } slip_piece_kind;

/* The impulse of a contact is r = sum over b of phi_b B_b, and C_c'u = 0.  Each entry is a product of two numbers. */
typedef struct {
    slip_piece_kind kind; int j;        /* edge j lies between vertices j and j+1; DISC: slides, direction unknown; CORNER: sticks at vertex j */
    int nb, nc, early;                  /* impulses, equations; contacts with larger `early` have their equations kept first */
    double B[3][3][2], C[3][3][2], low[3][3];   /* vector, component, factor; what rounding took from C */
} slip_piece;

enum { SLIP_CORNERS = 256 };            /* of a polygon, at most */

typedef struct {                /* a contact's law with exactly known vertices */
    int d, k;                   /* k vertices; 0: a disc in space, or none (frictionless, given slip) */
    const double *vertex; slong twos;   /* k x (d-1), whole numbers over 2^twos */
    double mu; const double *slip;
    bool relaxed, bilateral, disc, opposed;     /* relaxed: the cone laws */
} slip_plain;

typedef struct {                /* a problem with a law, exactly */
    const slip_problem *p; slip_law law; slip_dirs dirs;
    const double *vertex; slong twos; int k;
} slip_posed;

slip_status slip_posed_new(slip_posed *, const slip_problem *, slip_law, slip_dirs, slip_arena *, slip_error *);    /* INPUT: not for proofs, with the reason */
slip_plain  slip_plain_of(const slip_posed *, int i);
/* The piece that r and u suggest; speeds below tol_u count as 0.  sign: of r_N where the contact is bilateral. */
slip_piece  slip_piece_near(const slip_plain *, const double *r, const double *u, double tol_u);
slip_piece  slip_piece_make(const slip_plain *, slip_piece_kind, int j, int sign);
/* Rows g'r >= 0 that the impulse of the piece must satisfy; a disc is replaced by a polygon inside it. */
int         slip_piece_limits(const slip_plain *, const slip_piece *, double g[SLIP_CORNERS][3]);
void        slip_piece_coordinates(const slip_plain *, const slip_piece *, const double *r, double *phi);      /* nb numbers: r = sum phi_b B_b, nearly */

/* Impulses that cause the same motion v (local: u), as far inside their limits as can be (exact_centre.c); room: nc, how far, 1 at most. */
slip_status slip_centre(const slip_posed *, const slip_piece *, const double *v, const double *u, double *r, double *l, double *room, slip_error *);

/* ---- witnesses (exact_law.c) -------------------------------------------------------------------------------------------- */

typedef struct { fmpz *v, *l, *r; fmpz_t den; int n, p, m; bool made; } slip_witness;      /* v, l, r over one denominator > 0 */
void slip_witness_init(slip_witness *, const slip_problem *);
void slip_witness_clear(slip_witness *);

typedef struct { slip_integers motion, speed; } slip_equations;     /* dynamics and joints: E x = e; u = U x - c as rows; x = (v, l, r) */
slip_status slip_equations_new(slip_equations *, const slip_problem *, slip_arena *, slip_error *);
void        slip_equations_free(slip_equations *);
bool slip_equations_hold(const slip_equations *, const slip_witness *);
void slip_equations_speed(const slip_equations *, const slip_problem *, const slip_witness *, int i, fmpz *u);    /* d numbers, scaled by something > 0 */
bool slip_plain_holds(const slip_plain *, const fmpz *r, const fmpz *u);      /* the law, exactly; r and u may each be scaled */
/* Another piece for a contact whose law is broken in this one; false: none is known.  early: the largest so far. */
bool slip_piece_mend(const slip_plain *, slip_piece *, const fmpz *r, const fmpz *u, int *early);

/* ---- the equations of a choice of pieces (exact_pieces.c) ------------------------------------------------------------------ */

typedef struct {                /* unknowns (v, l, phi) */
    slip_integers A; slip_basis basis;
    int *first;                 /* nc+1: phi of contact i begin at column first[i] */
} slip_pieces;
slip_status slip_pieces_new(slip_pieces *, const slip_posed *, const slip_piece *, slip_arena *, slip_error *);
void        slip_pieces_free(slip_pieces *);
slip_status slip_pieces_solve(const slip_pieces *, const slip_posed *, const slip_piece *, const fmpz *pin, slong shift, slip_witness *, slip_arena *, slip_error *);

/* ---- proof files (exact_proof.c) ---------------------------------------------------------------------------------------------- */

void slip_proof_number(slip_text *, double);
void slip_proof_dyadic(slip_text *, const arf_t);
void slip_proof_doubles(slip_text *, const char *word, const double *, int n);
void slip_proof_dds(slip_text *, const char *word, const slip_dd *, int n);
void slip_proof_integers(slip_text *, const char *word, const fmpz_t den, const fmpz *x, int n);
void slip_proof_solution(slip_text *, const slip_witness *);

/* ---- one answer (exact_near.c, exact_box.c) ------------------------------------------------------------------------------------- */

typedef struct {                /* an answer on the way to its certificate */
    slip_posed posed; const slip_ruler *ruler;
    const slip_near_options *options; slip_near *out;
    slip_arena arena;
    slip_equations equations;
    double V, *v, *u, *l;       /* the answer's motion: n, m, p */
    const double *given; int givens;    /* what the claim is about: v, or u where only the local form is known */
    double *r, *rl, *room;      /* m: impulses as answered, then centred; p: joints' beside them; nc */
    slip_piece *piece;          /* nc */
    int early;
    char why[256];              /* the reason of the last failure */
} slip_nearby;

/* A box that holds a solution, for contacts that slide on a disc.  OK: out is set, certified or not. */
slip_status slip_box_prove(slip_nearby *, slip_error *);
/* The bound of a cone law by its duality gap (exact_gap.c), where nothing better was found. */
slip_status slip_gap_prove(slip_nearby *, const slip_answer *, slip_error *);
/* an answer that claims that there is no solution (exact_none.c) */
slip_status slip_near_none(const slip_problem *, slip_law, slip_dirs, const slip_near_options *, slip_near *, slip_error *);
/* Does the velocity move with the pins (exact_velocity.c)?  NO: `other` is a solution with another velocity. */
slip_status slip_near_unique(slip_nearby *, const slip_pieces *, const fmpz *pin, slong shift, const slip_witness *, slip_witness *other, slip_tri *, slip_error *);
/* Contacts whose law is broken; mended when asked, all of them or the first alone.  -1: one cannot be mended. */
int  slip_near_broken(slip_nearby *, const slip_witness *, bool mend, bool all);
bool slip_near_stop(slip_nearby *, const char *what);      /* tell the caller what comes; it may want no more */
void slip_near_settle(slip_nearby *);        /* after centring: what cannot carry is let go, what is at its bound is held there */
bool slip_near_reaches(const slip_nearby *, const double *x);      /* is x, a v (local: u), close enough to the answer to speak for it? */

#endif
