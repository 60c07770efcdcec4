import { render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { OutboxPanel } from '@/outbox/OutboxPanel';
import type { OutboxItem } from '@/outbox/outboxRules';
import { useOutbox } from '@/outbox/outboxState';
import { outboxTexts } from '@/outbox/outboxTexts';
import { takeUser } from '@/session/sessionStore';
import type { User } from '@contract/wire';
import { freshBrowser } from '../support/browserState';
import { button, noButton } from '../support/renderList';

const item = (seq: number, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  seq,
  id: `c${seq}`,
  userId: 1,
  userName: '陈工',
  project: 5,
  method: 'PUT',
  url: 'api/sample/record',
  body: { id: seq, values: { flow: '0.2' } },
  files: [],
  title: `记录${seq}`,
  group: `sample/${seq}`,
  at: 0,
  tries: 0,
  nextAt: 0,
  refused: null,
  ...changes,
});
const refused = (code: string, field: string) => ({
  message: `不能保存${code}`,
  code,
  errors: [{ field, message: '' }],
  current: { flow: '0.3' },
});
const show = (items: readonly OutboxItem[], more: Partial<ReturnType<typeof useOutbox.getState>> = {}) => {
  useOutbox.setState({ items, sealed: [], current: null, ...more });
  render(<OutboxPanel open onClose={() => undefined} />);
};
const entry = (title: string) => screen.getByText(title).closest('li') as HTMLElement;

beforeEach(() => {
  freshBrowser();
  takeUser({ user: { id: 1, userName: 'u', nickName: '陈工' } as User, roles: [] } as never);
});

it('the outbox panel says that everything is sent only if it is', () => {
  show([]);
  expect(screen.getByText(outboxTexts.allSent)).toBeVisible();
  expect(noButton(outboxTexts.sendNow)).toBe(true);
});

it('the outbox panel lists waiting, sending and held-back items, and mentions unsent work of other people', () => {
  show(
    [
      item(1),
      item(2, { group: 'sample/1' }),
      item(3),
      item(7, { userId: 2, userName: '李工' }),
      item(8, { userId: 2, userName: '李工' }),
    ],
    {
      current: 3,
      sealed: [
        { seq: 9, userId: 3, sealed: new Blob() },
        { seq: 10, userId: 1, sealed: new Blob() },
      ],
    },
  );
  expect(screen.queryByText(outboxTexts.allSent)).toBeNull();
  expect(screen.getByText(outboxTexts.waiting(3))).toBeVisible();
  expect(within(entry('记录1')).queryByText(outboxTexts.waitsFor)).toBeNull();
  expect(within(entry('记录2')).getByText(outboxTexts.waitsFor)).toBeVisible();
  expect(within(entry('记录3')).getByText(outboxTexts.sending)).toBeVisible();
  expect(screen.getByText(outboxTexts.others('李工', 2))).toBeVisible();
  expect(screen.getByText(outboxTexts.othersSealed(1))).toBeVisible();
  expect(button(outboxTexts.sendNow)).toBeEnabled();
});

it('the outbox panel offers a choice if another person changed the row, and another attempt if the server refused', () => {
  const two = { values: { flow: '0.2', place: '喷漆房' } };
  show([
    item(1, { refused: refused('stale', 'flow') }),
    item(2, { refused: refused('stale', 'flow'), body: two }),
    item(3, { refused: refused('invalid', 'flow') }),
  ]);
  const offered = (title: string) =>
    [outboxTexts.keepMine, outboxTexts.keepTheirs, outboxTexts.retry, outboxTexts.discard].map(
      (name) => !noButton(name, entry(title)),
    );
  expect(['记录1', '记录2', '记录3'].map(offered)).toEqual([
    [true, false, false, true],
    [true, true, false, true],
    [false, false, true, true],
  ]);
  expect(within(entry('记录3')).getByRole('alert')).toHaveTextContent('不能保存invalid');
});
