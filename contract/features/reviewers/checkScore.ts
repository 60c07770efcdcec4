import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';

interface JudgedItem {
  readonly fullScore: string | null;
  readonly result: string | null;
  readonly score: string | null;
}

/**
 * Returns the points of a line: the typed score, else the full score or 0 by its result; null where the line does not
 * apply or was not judged.
 */
export function scoreOfItem({ fullScore, result, score }: JudgedItem): string | null {
  if (result !== 'yes' && result !== 'no') return null;
  return score ?? (result === 'yes' ? (fullScore ?? '0') : '0');
}

/**
 * Returns the score out of 100 over the applicable lines with one decimal (GB/T 8170, half to even); null where no
 * line counts.
 */
export function totalScore(judgedItems: readonly JudgedItem[]): string | null {
  const countedItems = judgedItems.flatMap((item) => {
    const ownScore = scoreOfItem(item);
    return ownScore === null ? [] : [{ own: new Decimal(ownScore), full: new Decimal(item.fullScore ?? '0') }];
  });
  const fullSum = countedItems.reduce((sum, score) => sum.plus(score.full), new Decimal(0));
  if (fullSum.isZero()) return null;
  return countedItems
    .reduce((sum, score) => sum.plus(score.own), new Decimal(0))
    .times(100)
    .dividedBy(fullSum)
    .toFixed(1);
}
