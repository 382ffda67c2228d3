//! The numbers of one constraint: a coefficient for each variable, then the constant.

use smallvec::SmallVec;

/// `c0 * x0 + … + constant`, which is 0 or at least 0.
pub(super) type Row = SmallVec<[i128; 12]>;

/// A row of so many numbers.
pub(super) fn zeros(count: usize) -> Row {
    SmallVec::from_elem(0, count)
}

/// The greatest common divisor; that of 0 and n is n.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        if let (Ok(small), Ok(other)) = (u64::try_from(a), u64::try_from(b)) {
            return small_gcd(small, other).into();
        }
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

/// Division of 64 bits is several times as fast as that of 128.
fn small_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn common_divisor(numbers: &[i128]) -> i128 {
    let mut divisor = 0;
    for number in numbers.iter().filter(|number| **number != 0) {
        divisor = gcd(divisor, *number);
        if divisor == 1 {
            break;
        }
    }
    divisor
}

/// The coefficients without the constant.
pub(super) fn coefficients(row: &[i128]) -> &[i128] {
    &row[..row.len() - 1]
}

/// The constant.
pub(super) fn constant(row: &[i128]) -> i128 {
    row[row.len() - 1]
}

/// Divides all numbers by what divides them all.
pub(super) fn normalize(row: &mut Row) {
    let divisor = common_divisor(row);
    if divisor > 1 {
        row.iter_mut().for_each(|number| *number /= divisor);
    }
}

/// Divides an inequality by what divides its coefficients, and rounds the constant.
pub(super) fn tighten(row: &mut Row) {
    let divisor = common_divisor(coefficients(row));
    if divisor > 1 {
        row.iter_mut()
            .for_each(|number| *number = number.div_euclid(divisor));
    }
}

/// Whether the equality has no solution in integers, as no sum of multiples of its coefficients is the constant.
pub(super) fn has_no_integers(row: &[i128]) -> bool {
    let divisor = common_divisor(coefficients(row));
    divisor > 0 && constant(row) % divisor != 0
}

/// `a * x + b * y`. `None`: a number is too large.
pub(super) fn combine(x: &[i128], a: i128, y: &[i128], b: i128) -> Option<Row> {
    x.iter()
        .zip(y)
        .map(|(x, y)| x.checked_mul(a)?.checked_add(y.checked_mul(b)?))
        .collect()
}

/// A row without one variable, by means of an equality that has it. `None`: a number is too large.
pub(super) fn eliminate(row: &[i128], pivot: &[i128], column: usize) -> Option<Row> {
    let (own, by) = (row[column], pivot[column]);
    if own == 0 {
        return Some(row.into());
    }
    let divisor = gcd(own, by);
    let sign = if (own > 0) == (by > 0) { -1 } else { 1 };
    combine(pivot, sign * (own.abs() / divisor), row, by.abs() / divisor)
}
