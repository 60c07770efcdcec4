/** Years for which the data of a certificate are kept after its end (数字证书使用协议, 第六条). */
export const retentionYears = 10;
/**
 * Years for which the product's own certificates are valid: of an authority, and of the certificates that it issues.
 */
export const validYears = { authority: 10, holder: 3 } as const;

/** Number of days before the end of a certificate from which its holder is reminded. */
export const expiryReminderDays = 30;

/** Texts about the certificates of an organization and its people. */
export const certificateTexts = {
  reason: '签发报告',
  authorityName: (organization: string): string => `${organization}数字证书`,
  made: '数字证书已生成，此后签发的报告用其签名',
  loaded: '数字证书已导入，此后签发的报告用其签名',
  ended: '数字证书已吊销',
  replacedBy: '已由新证书替代',
  noFile: '请选择证书文件',
  noPassword: '请输入证书文件的口令',
  noReason: '请填写吊销的原因',
  alreadyEnded: (holder: string): string => `${holder}的证书已停用，不能吊销`,
  notAuthority: (holder: string): string => `${holder}用来颁发其他证书，不能单独吊销；请先吊销由其颁发的证书`,
  mustAccept: '请先阅读并接受《数字证书使用协议》',
  outdated: '《数字证书使用协议》已更新，请刷新页面后重新阅读',
  onlySigners: '数字证书只为本机构的签字人员生成',
  purpose: '申请数字证书',
  notYet: (ownerName: string, day: string): string => `${ownerName}的数字证书自${day}起有效，请在当日以后签发报告`,
  expired: (ownerName: string, day: string, remedy: string): string =>
    `${ownerName}的数字证书已于${day}到期，不能签发报告；请${remedy}`,
  revoked: (ownerName: string, remedy: string): string => `${ownerName}的数字证书已吊销，不能签发报告；请${remedy}`,
  unreadable: (ownerName: string, remedy: string): string =>
    `${ownerName}的数字证书无法使用（主密钥已更换），不能签发报告；请${remedy}`,
  expiredFile: (day: string): string => `证书已于${day}到期，请向认证机构更新后再导入`,
  earlyFile: (day: string): string => `证书自${day}起有效，请在该日之后导入`,
  /** How to renew the certificate, by its kind of holder. */
  cure: {
    organization: '由机构管理员在“系统管理—数字证书”中生成或导入新证书',
    person: '在个人中心重新申请',
  },
  /** Line in the audit trail about the signed file of a report. */
  signedPaper: '报告签名',
  reminder: '数字证书到期提醒',
  endingTitle: (holder: string, day: string, isPast: boolean): string =>
    `${holder}的数字证书${isPast ? '已于' : '将于'}${day}到期`,
  endingText: (remedy: string): string => `到期后不能签发报告，请${remedy}`,
  reminded: (count: number): string => `已提醒${count}份数字证书到期`,
  unstampedTitle: (no: string): string => `报告${no}的签名没有时间戳`,
  madeConfirm:
    '将生成本机构的私有CA和机构证书（有效期3年），替代正在使用的机构证书。阅读器会显示签名人和改动，但不会自动信任私有CA。确定生成吗？',
  endPrompt: (holder: string): string => `吊销${holder}的证书？吊销后不能再用其签名，已签名的报告不受影响。`,
} as const;

/** State of a person's own certificate, for the user center. */
export interface OwnCertificate {
  /** Version of the current agreement. */
  readonly agreement: string;
  /** Whether this person may have a certificate. */
  readonly isAvailable: boolean;
  readonly current: {
    readonly holder: string;
    readonly issuer: string;
    readonly fingerprint: string;
    readonly validFrom: string;
    readonly validUntil: string;
    readonly acceptedAt: string | null;
    readonly state: string;
  } | null;
}
