/** Texts about certificates and the signatures made with them. */
export const certifiedTexts = {
  timestampInside: '时间戳服务的地址在本机或内网，未取得时间戳；请由运维人员用 TSA_URL 设置',
  timestampUnreachable: '时间戳服务在5秒内没有响应，报告已签名，但没有时间戳',
  timestampBad: '时间戳服务的答复不正确，报告已签名，但没有时间戳',
  notP12: '文件不是证书文件，请选择认证机构发给的p12或pfx文件',
  wrongP12Password: '证书文件的口令不正确，请重新输入',
  emptyP12: '证书文件中没有私钥或与其对应的证书，请向认证机构重新导出（须包含私钥）',
  severalKeys: '证书文件中有多个私钥，请只导出签名用的一个',
  keyKind: '证书的密钥不是RSA或ECDSA（如SM2），通用的PDF阅读器无法验证；请向认证机构申请RSA证书',
  keyShort: '证书的RSA密钥短于2048位，不能用于签名；请向认证机构更换证书',
  busy: '正在读取的文件较多，请稍后重试',
} as const;

/** Texts that `verify-report` prints. */
export const verifyReportTexts = {
  usage:
    '用法：npm run verify-report -- 文件.pdf，核对PDF的证书签名；本机有数据库（DATA_DIR或DATABASE_URL）时，还核对是否为本系统签发的文件',
  noFile: '请写明PDF文件，如 npm run verify-report -- 报告.pdf。',
  unread: (file: string): string => `无法读取 ${file}，请检查文件名和权限。`,
  hash: (file: string, sha256: string): string => `${file}\nSHA-256 ${sha256}`,
  signature: (no: number, words: readonly string[]): string => `签名${no}：${words.join('，')}`,
  broken: '签名无法识别，或者签名后文件被改动，请向出具机构索取原件',
  changed: '签名后被改动，无效',
  unchained: '证书链不完整，或者签名时证书不在有效期内',
  badStamp: '时间戳不属于本签名',
  fine: '有效',
  issuedBy: (issuer: string, fingerprint: string): string => `由${issuer}颁发，指纹${fingerprint}`,
  at: (timestamp: string): string => `签名时间 ${timestamp}（签名人时钟）`,
  stampedAt: (timestamp: string): string => `时间戳 ${timestamp}`,
  unsigned: '文件没有证书签名。',
  whole: (count: number): string => `${count}个证书签名有效，签名后文件没有改动。`,
  notWhole: '证书签名无效：文件在签名之后被改动，或者不是签名时的文件。',
  noDatabase: (dataDir: string): string => `${dataDir} 中没有数据库，没有核对是否为本系统签发的文件。`,
  held: (reason: string): string => `没有核对是否为本系统签发的文件：${reason}`,
  known: (no: string): string => `与本系统签发的报告${no}一致。`,
  unknown: '与本系统签发的文件都不一致：不是签发的原件，或者签发之后被改动。',
  replaced: (no: string): string => `该报告已被更正报告${no}替换。`,
  voided: '该报告已作废。',
} as const;
