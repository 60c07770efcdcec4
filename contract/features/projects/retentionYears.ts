import { normDays } from '@contract/arithmetic/limits/standardEdition';

/**
 * Default retention period in years (DOMAIN §7.6). Archives of technical service require ten years, records and
 * reports at least six (市场监管总局令第39号).
 */
export const usualRetentionYears = 10;
export const minRetentionYears = 6;

/** Minimum retention period in years from the issue of the report (GBZ 331-2024 I.1.2.6). */
export const minRetentionYears331 = 15;

/**
 * Returns the retention period in years without an extension: the organization's, and at least fifteen for reports
 * from 2025-05-01.
 * @param ruleYears retention period of the organization
 * @param issuedOn `YYYY-MM-DD` of the last report; without a report the day of archiving
 */
export const yearsKept = (ruleYears: number, issuedOn: string): number =>
  issuedOn < normDays.gbz331 ? ruleYears : Math.max(ruleYears, minRetentionYears331);

/**
 * Returns the last day of retention; 29 February becomes the 28th in a common year.
 * @param archivedOn `YYYY-MM-DD`
 */
export function retainedUntil(archivedOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = archivedOn.split('-').map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return [String(year + years), String(month).padStart(2, '0'), String(Math.min(day, last)).padStart(2, '0')].join('-');
}
