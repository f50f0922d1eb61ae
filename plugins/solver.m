% @NAME@: projected Gauss-Seidel on u = W r + q, for Coulomb's law.  Replace solve_it by your own method.
% SPDX-License-Identifier: CC0-1.0
1;

function p = read_it(path)                  % the canonical text of slipstick: words and numbers
  t = strsplit(strtrim(fileread(path)));    k = 1;    p = struct('slip', [], 'bilateral', []);
  while (k <= numel(t))
    word = t{k};    k++;
    switch (word)
      case {'slipstick-problem', 'dimension', 'contacts', 'velocities', 'joints'}
        p.(strrep(word, '-', '_')) = str2double(t{k});    k++;
      case 'law',   p.law = t{k};    k += 3;
      case 'level', p.level = t{k};  k++;
      case 'W'
        s = str2double(t(k+1:k+3));    k += 4;    nz = s(3);
        ptr = str2double(t(k:k+s(2)));    k += s(2) + 1;
        row = str2double(t(k:k+nz-1));    k += nz;
        x = str2double(t(k:k+nz-1));    k += nz;
        p.W = sparse(row + 1, repelems(1:s(2), [1:s(2); diff(ptr)]), x, s(1), s(2));
      case {'mu', 'bilateral', 'q', 'slip'}
        n = p.contacts;
        if (word(1) == 'q') n *= p.dimension; elseif (word(1) == 's') n *= p.dimension - 1; end
        p.(word) = str2double(t(k:k+n-1))';    k += n;
      case 'end', return;
      otherwise, break;
    end
  end
  error('not a condensed problem: %s', path);
end

function x = relax(mu, rho, u, r)           % r <- P(r - rho u), a contact a column: the normal on r_N >= 0, the tangents on the disc of radius mu r_N
  x = r - rho .* u;
  x(1, :) = max(x(1, :), 0);
  s = sqrt(sum(x(2:end, :) .^ 2, 1));
  x(2:end, :) .*= min(1, mu .* x(1, :) ./ max(s, realmin()));
end

function [status, r] = solve_it(p, tol, max_iter, limit)
  d = p.dimension;    nc = p.contacts;    r = [];
  if (! isempty(p.slip) || ! isempty(p.bilateral) || ! (strcmp(p.law, 'coulomb') || d == 1 || (d == 2 && any(strcmp(p.law, {'facets', 'box'})))))
    status = 'not-for-this-law';    return;
  end
  r = zeros(d * nc, 1);    rho = ones(1, nc);    mu = p.mu(:)';    status = 'gave-up';
  W = p.W;
  if (d * nc < 3000) W = full(W); end
  for i = 1:nc
    b = d*(i-1) + (1:d);
    w = max(sum(abs(full(W(b, b))), 2));
    if (w > 0) rho(i) = 1 / w; end
  end
  Q = reshape(p.q, d, nc);
  V = max([0, -Q(1, :), abs(Q(2:end, :)(:))']);
  for step = 1:max_iter
    for i = 1:nc                            % move
      b = d*(i-1) + (1:d);
      r(b) = relax(mu(i), rho(i), p.q(b) + W(b, :) * r, r(b));
    end
    R = reshape(r, d, nc);                  % then measure with r at rest
    rest = max(max(abs(relax(mu, rho, reshape(W * r + p.q, d, nc), R) - R), [], 1) ./ rho);
    if (rest <= 0.01 * tol * V) status = 'solved';    return; end
    if (! isfinite(rest) || (limit > 0 && cputime() > 0.7 * limit)) return; end
  end
end

a = argv();
[status, r] = solve_it(read_it(a{1}), str2double(a{3}), str2double(a{4}), str2double(a{5}));
out = fopen(a{2}, 'w');
fprintf(out, 'status %s\n', status);
fprintf(out, '%.17g\n', r);
fclose(out);
