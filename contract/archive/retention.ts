import type { OpenWhile } from '../workflow/openWhile';
import { archiveTexts } from './archiveTexts';

/** DOMAIN §7.6: archives of technical service ten years; records and reports never less than six (市场监管总局令第39号). */
export const usualYears = 10;
export const leastYears = 6;

/** The day that ends so many years: of 29 February in a common year the 28th. */
export function retainedUntil(archivedOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = archivedOn.split('-').map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return [String(year + years), String(month).padStart(2, '0'), String(Math.min(day, last)).padStart(2, '0')].join('-');
}

/** Files from outside come with the contract, and still after the archive was closed. */
export const whileFiling: OpenWhile = {
  stages: ['contractReview', 'survey', 'planning', 'planReview', 'sampling', 'handOver', 'testing', 'recordReview', 'reporting', 'reportReview', 'issuing', 'archived', 'published'],
  early: archiveTexts.filesTooEarly,
  late: archiveTexts.terminated,
};
