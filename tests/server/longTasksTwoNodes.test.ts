import { expect, it, onTestFinished, vi } from 'vitest';
import { longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { createPush } from '@server/features/notices/browserPush';
import { cancelLongTask, longTasksOf, reportProgress, withProgress } from '@server/http/longWorkProgress';
import { testServer } from '../support/server';

// On PostgreSQL, where several nodes share one database.

it('work within a transaction tells its progress to another node, which cancels it', async () => {
  const server = await testServer();
  onTestFinished(() => server.close());
  const person = await server.rows.user({ userName: 'mover', organizationId: await server.rows.organization() });
  const there = { ...server.services, push: createPush(server.database) };
  onTestFinished(() => there.push.close());
  longTasksOf(there, person);
  await there.push.send([], { cmd: 'user' });
  const work = withProgress(server.services, person, () =>
    server.database.transaction(async () => {
      for (let done = 0; done < 2_000; done += 1) {
        reportProgress(done, 2_000, '导入受检单位');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }),
  );
  const outcome = work.catch((error: unknown) => error);
  await vi.waitFor(() => expect(longTasksOf(there, person)).toMatchObject([{ title: '导入受检单位' }]), 10_000);
  const [shown] = longTasksOf(there, person);
  expect(await cancelLongTask(there, person, shown?.id ?? '')).toBe(true);
  expect(await outcome).toMatchObject({ message: longTaskTexts.canceled });
});
