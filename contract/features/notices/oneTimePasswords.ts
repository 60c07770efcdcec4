/** A slip with the first password of one person, which is shown once. */
export interface PasswordSlip {
  id: number;
  nickName: string;
  userName: string;
  workNo: string | null;
  department: string | null;
  password: string;
}

/** Answer of `PUT api/user/slips`. */
export interface PasswordSlips {
  /** Slips to be printed, for people without a mail. */
  slips: PasswordSlip[];
  /** Names of people who were mailed. */
  mailed: string[];
  /** Names of people whose mail failed, with the reason; their passwords are among the slips. */
  failed: string[];
}

export const oneTimePasswordTexts = {
  action: '发放一次性密码',
  explain:
    '为所选人员生成新的密码，原来的密码和登录随即失效。密码只在这里出现一次，首次登录后须改为本人的密码，之后才能办理业务和签名。',
  byMail: '有电子邮箱的发送邮件，其余打印',
  noMail: '服务器未启用邮件，全部打印',
  print: '打印密码条',
  give: '生成',
  address: '登录网址',
  note: '首次登录须修改密码。请妥善保管，用后销毁。',
  given: (count: number): string => `已生成${count}人的一次性密码`,
  mailed: (count: number): string => `已发送邮件${count}人`,
  own: '不能为自己发放一次性密码，请在个人中心修改密码',
  subject: '登录信息',
  noAddress: '没有电子邮箱',
} as const;
