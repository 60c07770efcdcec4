// E-mail for notices: the choice of each person, and texts for client and server.

/** Choices of the notices that a person receives as mail, stored as a preference. */
export const mailChoices = ['all', 'important', 'none'] as const;
type MailChoice = (typeof mailChoices)[number];

export const mailPreference = 'mailNotices';

/** Default choice: only important and urgent notices. */
const initialChoice: MailChoice = 'important';

/** Parses the stored preference; an unknown value counts as the default. */
export const mailChoiceOf = (value: unknown): MailChoice =>
  mailChoices.find((choice) => choice === value) ?? initialChoice;

/**
 * Returns whether a notice is sent as mail.
 * @param priority 0 general, 1 important, 2 urgent
 */
export const wantsMail = (choice: MailChoice, priority: string): boolean =>
  choice === 'all' || (choice === 'important' && priority !== '0');

/** Data for the personal centre. */
export interface MailState {
  /** The server is configured to send mail. */
  readonly isMailConfigured: boolean;
  readonly email: string | null;
  /** For platform administrators: server and sender that are used; null if no mail is sent. */
  readonly used?: UsedMailServer | null;
}

/** The mail server that is used, without account and password. */
export interface UsedMailServer {
  /** Host and port. */
  readonly address: string;
  readonly from: string;
  /** True: set by the environment, which takes precedence over the row. */
  readonly byEnvironment: boolean;
}

export const mailServerTexts = {
  second: '邮件设置只有一份，请编辑现有的一份',
  passwordMissing: '填写了用户名，请填写密码',
  passwordAgain: '更换了邮件服务器或用户名，请重新填写密码',
  byEnvironment: ({ address, from }: UsedMailServer): string =>
    `邮件由环境变量SMTP_URL、MAIL_FROM设置：${address}，发件人${from}。以环境变量为准，此处的设置不起作用`,
  used: ({ address, from }: UsedMailServer): string => `正在使用：${address}，发件人${from}`,
  none: '还没有邮件设置。保存后可以发送测试邮件',
  test: '发送测试邮件',
  testHint: '按已保存的设置，发到本人的邮箱',
} as const;

export const mailTexts = {
  choices: { all: '全部消息', important: '仅重要、紧急的消息', none: '不接收邮件' } satisfies Record<
    MailChoice,
    string
  >,
  noAddress: '没有填写电子邮箱',
  unwanted: '本人设置为不接收此类邮件',
  alreadyRead: '发送前已在系统中阅读',
  gone: '账号已停用',
  interrupted: '发送中服务器停止，不知道是否送达；为避免重复不再发送',
  cut: '邮件服务器接收后未返回结果，是否送达未知；为避免重复，不再发送',
  tooLate: (message: string) => `两天内没有发出，不再发送：${message}`,
  refused: (answer: string) => `收件方拒收：${answer}`,
  later: (answer: string) => `收件方要求稍后再发：${answer}`,
  senderRefused: (answer: string) => `邮件服务器不接受发件人：${answer}`,
  login: '邮件服务器不接受用户名或密码',
  noTls: '邮件服务器没有提供可信的加密连接',
  untrusted: (reason: string) =>
    `邮件服务器的证书不受信任（${reason}），请换用受信任的证书，或把签发它的根证书（PEM 文件）写入环境变量 NODE_EXTRA_CA_CERTS 后重新启动服务`,
  unreachable: '连接不上邮件服务器',
  dropped: '邮件服务器中断了连接',
  slow: '邮件服务器没有按时响应',
  stopping: '服务器停止，启动后继续发送',
  jobFailed: (message: string) => `邮件没有发出：${message}`,
  sent: '邮件提醒',
  off: '还没有邮件设置，只在系统内提醒；需要时请平台管理员在“机构管理”的“邮件设置”中填写',
  needsAddress: '请先在“基本资料”中填写电子邮箱',
  testSubject: '测试邮件',
  testText: '收到这封邮件，说明邮件提醒设置正确。',
  testSent: (address: string) => `测试邮件已交给邮件服务器，请在${address}查收`,
} as const;
