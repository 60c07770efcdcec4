import { z } from 'zod';
import { handOutTexts, maxReceiverLength, receiptCall } from '@contract/features/reports/handOut/handOutTexts';
import { ok } from '@server/crud/routes';
import { signFor } from '@server/features/reports/handOut/handOutReceipt';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { publicRateLimits } from './publicRateLimits';

const receiptBody = z.strictObject({
  code: z.string().max(40),
  name: z
    .string({ error: () => handOutTexts.noName })
    .trim()
    .min(1, handOutTexts.noName)
    .max(maxReceiverLength),
});

/** Route by which a person with the link signs for the receipt of the report. */
export const receiptRoute = (services: Services): Route =>
  route({
    method: 'POST',
    path: receiptCall,
    permission: 'public',
    tag: '公众查询',
    summary: '签收报告：姓名和时间',
    body: receiptBody,
    async handle(call) {
      publicRateLimits(services).view(call);
      const { name, at } = await signFor(services, call as unknown as Call<unknown>, call.body);
      return ok(handOutTexts.received, { name, at });
    },
  });
