import { z } from 'zod';
import { longTaskPath, longTaskTexts as texts } from '@contract/features/system/jobs/longTasks';
import { failures } from '@contract/messages';
import { ok } from '@server/crud/routes';
import { notFound } from '@server/http/errors';
import { cancelLongTask } from '@server/http/longWorkProgress';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

/**
 * Route that cancels long work. `server/http/longWorkProgress.ts` tells the progress of the work to the browser, by the
 * push connection.
 */
export const longTaskRoutes = (services: Services): Route[] => [
  route({
    method: 'POST',
    path: `${longTaskPath}/cancel`,
    permission: 'signedIn',
    tag: texts.label,
    summary: '取消本人进行中的工作，已写入的内容一并撤回',
    body: z.object({ id: z.uuid({ error: () => failures.badBody }) }),
    async handle(call) {
      if (!(await cancelLongTask(services, call.viewer.user.id, call.body.id))) throw notFound(texts.ended);
      return ok(texts.canceling);
    },
  }),
];
