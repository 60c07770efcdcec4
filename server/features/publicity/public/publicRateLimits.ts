import { complaintRate, complaintTexts } from '@contract/features/publicity/publicContact';
import { publicRate } from '@contract/features/publicity/publicityWire';
import { rateLimit } from '@server/http/rateLimit';
import type { Services } from '@server/services';

const limitsByDatabase = new WeakMap<Services['database'], ReturnType<typeof limitsFor>>();

const limitsFor = ({ now }: Services) => ({
  /** Counts page views: the HTML of a page, or the call that fills it. Other requests of a page do not count. */
  view: rateLimit(publicRate.views, now),
  file: rateLimit(publicRate.files, now),
  complaint: rateLimit(complaintRate.most, now, {
    message: complaintTexts.tooMany,
    length: complaintRate.minutes * 60_000,
  }),
});

/** Returns the rate limits of QUALITY AZ10. Pages and calls share the counters of one process. */
export function publicRateLimits(services: Services): ReturnType<typeof limitsFor> {
  const limits = limitsByDatabase.get(services.database) ?? limitsFor(services);
  limitsByDatabase.set(services.database, limits);
  return limits;
}
