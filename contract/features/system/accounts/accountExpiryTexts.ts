import type { AccountTerm } from './accountExpiry';

export const expiryTexts = {
  title: '账号到期',
  extend: '延长到期日',
  day: '新的到期日',
  terms: { none: '没有到期日', past: '已到期', soon: '30天内到期' } satisfies Record<AccountTerm, string>,
  summary: (counts: Readonly<Record<AccountTerm, number>>): string =>
    (['soon', 'past', 'none'] as const)
      .flatMap((term) =>
        counts[term] ? [{ soon: '30天内到期', past: '已到期', none: '没有到期日' }[term] + `${counts[term]}人`] : [],
      )
      .join('，'),
  blocked: '没有到期日或已到期的人员不能登录',
  own: '自己的到期日请由其他管理员延长',
  notPast: '新的到期日不能早于今天',
  notLater: (names: readonly string[]): string =>
    `${names.slice(0, 3).join('、')}${names.length > 3 ? `等${names.length}人` : ''}的到期日不早于新的到期日，请选择更晚的日期，或取消勾选`,
  extended: (count: number): string => `已延长${count}人的到期日`,
} as const;
