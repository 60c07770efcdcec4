import { normDays } from '@contract/arithmetic/limits/normSet';

/** DOMAIN §7.6: archives of technical service ten years; records and reports never less than six (市场监管总局令第39号). */
export const usualYears = 10;
export const leastYears = 6;

/** GBZ 331-2024 I.1.2.6: at least so many years from the issue of the report. */
export const leastYears331 = 15;

/**
 * Returns the years that an archive is kept where nobody extended them: the organisation's, and for reports from
 * 2025-05-01 on fifteen at least.
 * @param ruleYears of the organisation
 * @param issuedOn `YYYY-MM-DD` of the last report; of a project without one the day of its archive
 */
export const yearsKept = (ruleYears: number, issuedOn: string): number =>
  issuedOn < normDays.gbz331 ? ruleYears : Math.max(ruleYears, leastYears331);

/** The day that ends so many years: of 29 February in a common year the 28th. */
export function retainedUntil(archivedOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = archivedOn.split('-').map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return [String(year + years), String(month).padStart(2, '0'), String(Math.min(day, last)).padStart(2, '0')].join('-');
}
