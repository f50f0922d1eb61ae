! @NAME@: projected Gauss-Seidel on u = W r + q, for Coulomb's law.  Replace the loop of the main program by your own method.
! SPDX-License-Identifier: CC0-1.0
program main
  implicit none
  integer, parameter :: dp = kind(1d0)
  character(len=1000) :: path, arg
  character(len=32) :: law = '', word
  integer :: d = 0, nc = 0, m, k, i, step, max_iter, nz, rows, cols, unit = 10
  integer, allocatable :: ptr(:), row(:)
  real(dp), allocatable :: W(:,:), x(:), q(:), mu(:), r(:), rho(:), u(:), new(:), junk(:)
  real(dp) :: tol, limit, V, rest, now
  logical :: ours = .true., done = .false.
  character(len=16) :: status

  call get_command_argument(1, path)
  open (unit, file=trim(path), access='stream', form='unformatted', status='old', action='read')
  do                                          ! the canonical text of slipstick: words and numbers
    word = next()
    select case (word)
    case ('slipstick-problem', 'velocities', 'joints'); word = next()
    case ('dimension'); d = whole()
    case ('contacts'); nc = whole(); m = d * nc; allocate (q(m), mu(nc), r(m), rho(nc), u(d), new(d), W(m, m)); r = 0; W = 0
    case ('law'); law = next(); word = next(); word = next()
    case ('level'); word = next()
    case ('mu'); call numbers(mu)
    case ('q'); call numbers(q)
    case ('slip'); ours = .false.; allocate (junk(m - nc)); call numbers(junk); deallocate (junk)
    case ('bilateral'); ours = .false.; allocate (junk(nc)); call numbers(junk); deallocate (junk)
    case ('W')                                ! by columns; kept transposed, so that a row is contiguous
      word = next(); rows = whole(); cols = whole(); nz = whole()
      allocate (ptr(cols + 1), row(nz), x(nz))
      do k = 1, cols + 1; ptr(k) = whole(); end do
      do k = 1, nz; row(k) = whole(); end do
      call numbers(x)
      do i = 1, cols
        do k = ptr(i) + 1, ptr(i + 1); W(i, row(k) + 1) = x(k); end do
      end do
    case ('end'); exit
    case default; write (0, *) 'not a condensed problem'; stop 1
    end select
  end do
  call get_command_argument(3, arg); read (arg, *) tol
  call get_command_argument(4, arg); read (arg, *) max_iter
  call get_command_argument(5, arg); read (arg, *) limit

  ours = ours .and. (law == 'coulomb' .or. d == 1 .or. (d == 2 .and. (law == 'facets' .or. law == 'box')))
  status = 'not-for-this-law'
  if (ours) then
    status = 'gave-up'; V = 0; rho = 1
    do i = 1, nc
      k = d * (i - 1)
      V = max(V, -q(k + 1), maxval([0d0, abs(q(k + 2:k + d))]))
      rest = maxval(sum(abs(W(k + 1:k + d, k + 1:k + d)), 1))
      if (rest > 0) rho(i) = 1 / rest
    end do
    do step = 1, max_iter
      do i = 1, nc; call relax(i); r(d * (i - 1) + 1:d * i) = new; end do                          ! move
      rest = 0
      do i = 1, nc; call relax(i); rest = max(rest, maxval(abs(new - r(d * (i - 1) + 1:d * i))) / rho(i)); end do    ! then measure with r at rest
      done = rest <= 0.01_dp * tol * V
      if (done) status = 'solved'
      call cpu_time(now)
      if (done .or. .not. rest < huge(rest) .or. (limit > 0 .and. now > 0.7_dp * limit)) exit
    end do
  end if
  call get_command_argument(2, path)
  open (11, file=trim(path), status='replace', action='write')
  write (11, '(a)') 'status '//trim(status)
  if (ours) write (11, '(es25.17e3)') r
  close (11)

contains

  ! new = P(r_i - rho u_i): the normal on r_N >= 0, the tangents on the disc of radius mu r_N
  subroutine relax(c)
    integer, intent(in) :: c
    integer :: e
    real(dp) :: s
    do e = 1, d; u(e) = q(d * (c - 1) + e) + dot_product(W(:, d * (c - 1) + e), r); end do
    new = r(d * (c - 1) + 1:d * c) - rho(c) * u
    new(1) = max(new(1), 0d0)
    s = norm2(new(2:))
    if (s > mu(c) * new(1)) new(2:) = new(2:) * (mu(c) * new(1) / s)
  end subroutine

  function next() result(w)                   ! one word
    character(len=32) :: w
    character :: c
    integer :: n, bad
    w = ''; n = 0
    do
      read (unit, iostat=bad) c
      if (bad /= 0) then
        if (n == 0) then; write (0, *) 'the problem file ends too early'; stop 1; end if
        return
      end if
      if (c <= ' ') then
        if (n > 0) return
      else if (n < 32) then
        n = n + 1; w(n:n) = c
      end if
    end do
  end function

  integer function whole()
    character(len=32) :: t
    t = next(); read (t, *) whole
  end function

  subroutine numbers(a)
    real(dp), intent(out) :: a(:)
    integer :: j
    character(len=32) :: t
    do j = 1, size(a); t = next(); read (t, *) a(j); end do
  end subroutine
end program
