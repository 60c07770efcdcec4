import { complaintRate, complaintTexts } from '@contract/features/publicity/publicContact';
import { publicRate } from '@contract/features/publicity/publicity';
import { rateLimit } from '@server/http/rateLimit';
import type { Services } from '@server/services';

const made = new WeakMap<Services['database'], ReturnType<typeof limitsFor>>();

const limitsFor = ({ now }: Services) => ({
  /** A view of a page, by HTML or by the call that fills one; what a page asks for besides is none. */
  view: rateLimit(publicRate.views, now),
  file: rateLimit(publicRate.files, now),
  complaint: rateLimit(complaintRate.most, now, {
    message: complaintTexts.tooMany,
    length: complaintRate.minutes * 60_000,
  }),
});

/** QUALITY AZ10: the counts of one process, which its pages and its calls share. */
export function publicLimits(services: Services): ReturnType<typeof limitsFor> {
  const known = made.get(services.database) ?? limitsFor(services);
  made.set(services.database, known);
  return known;
}
