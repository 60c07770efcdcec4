/** Texts about passwords that another person set. */
export const passwordTexts = {
  /** Error code of every call except the change of the password. */
  code: 'mustChangePassword',
  mustChange: '密码由管理员设置，请先修改密码',
  title: '请先修改密码',
  why: '当前密码由管理员设置。修改为只有您本人知道的密码后，才能使用系统。',
  /** Message where the stored password was not written by this program. */
  foreign: '该账号的密码不是经本系统设置的，不能用于签名和修改密码。请联系管理员重置密码，并报告质量负责人',
  resetTitle: '您的密码已被重置',
  resetText: (resetBy: string, at: string): string =>
    `${resetBy}于${at}重置了您的密码，您的全部登录已退出。如非您本人要求，请立即联系机构负责人。`,
  waiting: (hours: number, until: string): string =>
    `密码重置后须使用本人设置的密码满${hours}小时才能签名，请在${until}之后办理`,
} as const;
