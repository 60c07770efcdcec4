/**
 * A fraction of whole numbers, so that an expectation is rounded only where it is reported. Independent of the
 * product's decimals.
 */
export class Exact {
  private constructor(
    readonly top: bigint,
    readonly bottom: bigint,
  ) {}

  /** @param text a plain decimal as it was typed */
  static of(text: string | number): Exact {
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text).trim());
    if (!match) throw new Error(`no plain number: ${text}`);
    const [, sign = '', whole = '', part = ''] = match;
    return Exact.over(BigInt(`${sign}${whole}${part}`), 10n ** BigInt(part.length));
  }

  static over(top: bigint, bottom: bigint): Exact {
    const shared = divisor(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom) * (bottom < 0n ? -1n : 1n);
    return new Exact(top / shared, bottom / shared);
  }

  static sum(parts: readonly Exact[]): Exact {
    return parts.reduce((total, one) => total.plus(one), Exact.of(0));
  }

  static mean(parts: readonly Exact[]): Exact {
    return Exact.sum(parts).by(Exact.of(parts.length));
  }

  plus = (other: Exact): Exact =>
    Exact.over(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  minus = (other: Exact): Exact =>
    Exact.over(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  times = (other: Exact): Exact => Exact.over(this.top * other.top, this.bottom * other.bottom);
  by = (other: Exact): Exact => Exact.over(this.top * other.bottom, this.bottom * other.top);
  below = (other: Exact): boolean => this.top * other.bottom < other.top * this.bottom;

  /** Rounds by GB/T 8170 to so many decimals, an exact half to the even digit. */
  rounded(decimals: number): string {
    const scaled = (this.top < 0n ? -this.top : this.top) * 10n ** BigInt(decimals);
    const twice = (scaled % this.bottom) * 2n;
    const low = scaled / this.bottom;
    const up = twice > this.bottom || (twice === this.bottom && low % 2n === 1n);
    const digits = String(up ? low + 1n : low).padStart(decimals + 1, '0');
    const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
    return this.top < 0n && /[1-9]/.test(text) ? `-${text}` : text;
  }

  /** Rounds up to so many decimals, whatever the rest. */
  roundedUp(decimals: number): string {
    const near = this.rounded(decimals);
    const step = Exact.over(1n, 10n ** BigInt(decimals));
    return Exact.of(near).below(this) ? Exact.of(near).plus(step).rounded(decimals) : near;
  }

  /**
   * Rounds as a result is reported (DOMAIN §6): so many decimals, of larger numbers at most three digits, always in one
   * step.
   */
  reported(decimals: number): string {
    for (let kept = decimals; kept > 0; kept -= 1) {
      const text = this.rounded(kept);
      if (text.replace('.', '').replace(/^[-0]+/, '').length <= 3) return text;
    }
    return this.rounded(0);
  }
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
