import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';

/** Maximum amount in yuan, to catch typing errors. */
export const maxMoney = '9999999.99';

interface RewardRule {
  readonly id: number;
  readonly ruleName: string;
  readonly event: string;
  readonly checkForm: string | null;
  readonly points: number;
  readonly fee: string;
  /** First valid day, `YYYY-MM-DD`; both days are included. */
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly enabled: string;
}

interface ClosedTask {
  readonly checkForm: string;
  readonly dueOn: string;
  readonly submittedOn: string;
  readonly closedOn: string;
  readonly severities: readonly string[];
}

interface RewardLine {
  readonly rule: number;
  readonly ruleName: string;
  readonly times: number;
  /** Points, summed over all occurrences. */
  readonly points: number;
  readonly fee: string;
}

export interface Reward {
  readonly lines: readonly RewardLine[];
  readonly points: number;
  /** Fee in yuan, two decimals. */
  readonly fee: string;
}

const timesOf = (event: string, { dueOn, submittedOn, severities }: ClosedTask): number => {
  if (event === 'closed') return 1;
  if (event === 'onTime') return submittedOn <= dueOn ? 1 : 0;
  if (event === 'late') return submittedOn > dueOn ? 1 : 0;
  return severities.filter((severity) => severity === event).length;
};

/** Formats yuan with two decimals. */
export const moneyText = (value: unknown): string => new Decimal(String(value)).toFixed(2);

/** Sums amounts in yuan, with two decimals. */
export const sumOfMoney = (amounts: readonly string[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0)).toFixed(2);

/** Computes points and fee of a closed task by the rules valid on its closing day. */
export function rewardOf(rules: readonly RewardRule[], task: ClosedTask): Reward {
  const rewardLines = rules
    .filter(
      ({ enabled, checkForm, validFrom, validUntil }) =>
        enabled === '1' &&
        (checkForm === null || checkForm === task.checkForm) &&
        validFrom <= task.closedOn &&
        (validUntil === null || task.closedOn <= validUntil),
    )
    .flatMap(({ id, ruleName, event, points, fee }): RewardLine[] => {
      const times = timesOf(event, task);
      return times === 0
        ? []
        : [{ rule: id, ruleName, times, points: points * times, fee: new Decimal(fee).times(times).toFixed(2) }];
    });
  return {
    lines: rewardLines,
    points: rewardLines.reduce((sum, line) => sum + line.points, 0),
    fee: sumOfMoney(rewardLines.map(({ fee }) => fee)),
  };
}
