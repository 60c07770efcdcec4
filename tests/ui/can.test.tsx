import { act, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { Can } from '@/session/Can';
import { takeUser } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import { mayAny } from '@contract/permissions';
import type { UserInfo } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { freshBrowser, heardFeedback, withToken } from '../support/browserState';
import { measured } from '../support/measured';

const api = apiServer();
let token: string;
let info: UserInfo;

beforeAll(async () => {
  const { rows } = api.server;
  const role = await rows.role({ permissions: ['inspectUnit:list', 'inspectUnit:add'] });
  await rows.user({ userName: 'sales', organizationId: await rows.organization(), roles: [role] });
  token = await api.server.login('sales');
  info = (await api.server.ask<UserInfo>('GET', 'auth/info', { token })).body;
});
beforeEach(() => {
  withToken(token);
  heardFeedback();
  takeUser(info);
});

const Button = ({ needs }: { needs: readonly string[] }) => (
  <Can permission={needs}>
    <button type="button">新增</button>
  </Can>
);

describe('the component Can (AZ9)', () => {
  it('the component Can renders its children if the person has one of the required permissions', () => {
    render(<Button needs={['customer:add', 'inspectUnit:add']} />);
    expect(screen.getByRole('button')).toBeVisible();
  });

  it('the component Can renders nothing if the person lacks the permissions, and the server refuses the call as well', async () => {
    render(<Button needs={['inspectUnit:del']} />);
    expect(screen.queryByRole('button')).toBeNull();
    const failure = failureOf(
      await client.delete('api/inspectUnit/delete', { data: [1], quiet: true }).catch((error: unknown) => error),
    );
    expect(failure.status).toBe(403);
  });

  it('the component Can renders its children for an administrator', () => {
    takeUser({ ...info, roles: ['admin'] });
    render(<Button needs={['inspectUnit:del']} />);
    expect(screen.getByRole('button')).toBeVisible();
  });

  it.each([
    ['an empty list', []],
    ['no list', undefined],
  ])('the component Can throws a readable error for the permission list %s', (_name, needs) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Button needs={needs as unknown as string[]} />)).toThrow('需要指定权限');
    vi.restoreAllMocks();
  });

  it('the component Can renders again when the permissions change', () => {
    render(<Button needs={['inspectUnit:del']} />);
    act(() => takeUser({ ...info, roles: ['inspectUnit:del'] }));
    expect(screen.getByRole('button')).toBeVisible();
  });
});

describe('useCan, the permission check (AZ9)', () => {
  const Word = ({ needs }: { needs?: readonly string[] }) => <p>{useCan(needs) ? '可' : '否'}</p>;

  it('the hook useCan refuses 3 of 3 lists that grant nothing: empty, missing, and unknown permissions', () => {
    render(
      <>
        <Word needs={[]} />
        <Word />
        <Word needs={['nobody:knows']} />
      </>,
    );
    expect(screen.getAllByText(/[可否]/).map(({ textContent }) => textContent)).toEqual(['否', '否', '否']);
    measured('空、缺失、未知的权限：3 种均为否');
  });

  it.each([
    [['inspectUnit:add'], '可'],
    [['customer:add'], '否'],
    [[], '否'],
    [undefined, '否'],
  ])('the hook useCan answers for the permission list %j: %s', (needs, word) => {
    render(<Word needs={needs} />);
    expect(screen.getByText(word)).toBeVisible();
  });

  it('the hook useCan refuses an empty permission list even for an administrator', () => {
    const refused = [[], undefined, ['nobody:knows']].filter((needs) => !mayAny(new Set(['inspectUnit:add']), needs));
    expect(refused).toHaveLength(3);
    expect(mayAny(new Set(['admin']), [])).toBe(false);
    measured(`空、缺失、未知权限 ${refused.length}/3 为否，管理员的空列表亦为否`);
    freshBrowser();
  });
});
