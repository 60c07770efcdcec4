import { complaintRate, complaintTexts } from '@contract/features/publicity/publicContact';
import { publicRate } from '@contract/features/publicity/publicity';
import { rateLimit } from '@server/http/rateLimit';
import type { Services } from '@server/services';

const made = new WeakMap<Services['database'], ReturnType<typeof limitsFor>>();

const limitsFor = ({ now }: Services) => ({
  /** Counts views of pages, by HTML or by the call that fills one; other requests of a page do not count. */
  view: rateLimit(publicRate.views, now),
  file: rateLimit(publicRate.files, now),
  complaint: rateLimit(complaintRate.most, now, {
    message: complaintTexts.tooMany,
    length: complaintRate.minutes * 60_000,
  }),
});

/** Returns the limits of QUALITY AZ10: counters of one process, shared by pages and calls. */
export function publicLimits(services: Services): ReturnType<typeof limitsFor> {
  const known = made.get(services.database) ?? limitsFor(services);
  made.set(services.database, known);
  return known;
}
