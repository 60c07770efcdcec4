import { expect, it } from 'vitest';
import type { OutboxItem } from '@/outbox/outboxRules';
import { sendItem } from '@/outbox/sendItem';
import { apiServer } from '../support/apiServer';

apiServer();

const item: OutboxItem = {
  seq: 1,
  id: 'c1',
  userId: 1,
  userName: '陈工',
  project: 5,
  method: 'PUT',
  url: 'api/noSuchCall',
  body: { id: 1 },
  files: [],
  title: '记录',
  group: 'sample/1',
  at: 0,
  tries: 0,
  nextAt: 0,
  refused: null,
};

it('sending an outbox item that the server refuses fails with the server’s status', async () => {
  await expect(sendItem(item)).rejects.toMatchObject({ status: expect.any(Number) });
});
