// A separate calculator for printed workings, independent of the product.

type Read = { at: number; readonly text: string };

const unary: Readonly<Record<string, (value: number) => number>> = { '√': Math.sqrt, lg: Math.log10 };

function skip(read: Read, sign: string): boolean {
  if (!read.text.startsWith(sign, read.at)) return false;
  read.at += sign.length;
  return true;
}

function atom(read: Read): number {
  if (skip(read, '-')) return -power(read);
  for (const [name, apply] of Object.entries(unary)) if (skip(read, name)) return apply(atom(read));
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
  ] as const) {
    if (!skip(read, open)) continue;
    const value = sum(read);
    if (!skip(read, close)) throw new Error(`${close} is missing in ${read.text}`);
    return value;
  }
  const [number] = /^\d+(\.\d+)?/.exec(read.text.slice(read.at)) ?? [];
  if (!number) throw new Error(`no number at ${read.text.slice(read.at)} of ${read.text}`);
  read.at += number.length;
  // 10lg(x) is a product.
  return read.text.startsWith('lg', read.at) ? Number(number) * atom(read) : Number(number);
}

function power(read: Read): number {
  const base = atom(read);
  if (skip(read, '²')) return base ** 2;
  return skip(read, '^') ? base ** atom(read) : base;
}

function product(read: Read): number {
  let value = power(read);
  for (;;) {
    if (skip(read, '×')) value *= power(read);
    else if (skip(read, '/')) value /= power(read);
    else return value;
  }
}

function sum(read: Read): number {
  let value = product(read);
  for (;;) {
    if (skip(read, '+')) value += product(read);
    else if (skip(read, '-')) value -= product(read);
    else return value;
  }
}

/**
 * Returns the value of an expression as a calculator shows it.
 * @throws Error on what can't be typed into one
 */
export function typedIn(expression: string): number {
  const read: Read = { at: 0, text: expression };
  const value = sum(read);
  if (read.at < expression.length) throw new Error(`${expression.slice(read.at)} can't be typed in: ${expression}`);
  return value;
}

/** Returns each step of a printed working whose two sides differ; empty where all are equal. */
export function wrongSteps(working: string): string[] {
  return working.split('，').flatMap((step) => {
    const [, ...sides] = step.split('=');
    const printed = /^-?\d+(\.(\d+))?/.exec(sides.at(-1) ?? '');
    if (!printed) return [`${step} ends in no number`];
    const unit = 10 ** -(printed[2]?.length ?? 0);
    return sides
      .slice(0, -1)
      .flatMap((side) =>
        Math.abs(typedIn(side) - Number(printed[0])) <= unit * 0.5000001 ? [] : [`${step}: ${typedIn(side)}`],
      );
  });
}
