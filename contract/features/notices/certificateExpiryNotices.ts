/** Notices to a person and to the organization's administrators before a certificate or authorisation ends. */
export const expiryNoticeTexts = {
  job: '到期提醒',
  what: { certificate: '证书', account: '账号' },
  title: (certificate: string, count: number): string => `${count}人的${certificate}即将到期或已到期`,
  line: (name: string, day: string, isPast: boolean): string => `${name}（${day}${isPast ? '已过期' : '到期'}）`,
  text: (certificate: string, lines: readonly string[]): string =>
    `${lines.join('、')}。请在“用户管理”中核对并更新${certificate}的有效期。`,
  ownTitle: (certificate: string, day: string, isPast: boolean): string =>
    `您的${certificate}${isPast ? '已于' : '将于'}${day}到期`,
  ownText: '请联系机构管理员更新。',
  told: (count: number): string => `已提醒${count}人次`,
} as const;
