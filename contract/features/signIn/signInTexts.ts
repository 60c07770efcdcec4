/** Texts of the login page (BEHAVIOUR §1.2). */
export const signInTexts = {
  noUserName: '用户名不能为空',
  noPassword: '密码不能为空',
  noCode: '验证码不能为空',
  submit: '登 录',
  submitting: '登 录 中...',
  rememberMe: '记住密码',
  newCaptcha: '看不清？点击换一张',
  captchaFailed: '验证码加载失败，点击重试',
  remembered: '已记住，可直接登录',
  forgotten: '记住的登录信息已失效，请重新输入密码',
  noInfo: '未能获取您的账号信息，已退出登录。请重新登录；如仍然失败，请联系管理员。',
  noUser: '服务器的响应中没有账号信息，请联系管理员',
  capsLock: '大写锁定已打开',
} as const;

/** Texts of 账号状态 on the user page. */
export const stateTexts = {
  title: '账号状态',
  good: '正常，可以登录',
  never: '从未登录',
  lastLogin: (time: string, ip: string): string => `${time}（${ip}）`,
  sessions: (count: number): string => (count ? `${count}个登录在线` : '不在线'),
  noTries: '没有登录失败',
  tries: (wrongCount: number, triesLeft: number): string => `密码错误${wrongCount}次，还可尝试${triesLeft}次`,
  locked: (wrongCount: number, lockedUntil: string): string => `密码错误${wrongCount}次，已锁定至${lockedUntil}`,
  unlock: '解锁',
  unlocked: '解锁成功',
  unlockHint: '清除全部登录失败次数，用户可立即重新尝试',
  unlockReason: (count: number): string => `解锁：清除登录失败${count}次`,
  wrongPlace: '此账号只能从指定的IP地址登录，请在指定的电脑上登录或联系管理员',
  ownUnlock: '不能解锁自己的账号，请由其他管理员办理',
  refused: (count: number): string => `登录失败次数过多，已拒绝${count}次尝试`,
} as const;

/** Texts for a person whose permissions an administrator changed during the session. */
export const rightsTexts = {
  lost: (titles: readonly string[]): string =>
    `管理员调整了您的权限，${titles.map((title) => `“${title}”`).join('、')}已不能打开`,
  lostUnsaved: (titles: readonly string[]): string =>
    `管理员调整了您的权限，${titles.map((title) => `“${title}”`).join('、')}不能再保存；未保存的内容仍在页面上，请自行留存后关闭`,
} as const;

/** Texts of the error pages. */
export const pageTexts = {
  forbidden: '没有权限查看此页面',
  notFound: '页面不存在',
  unknownComponent: '页面未配置',
  menusFailed: '菜单加载失败',
  loadFailed: '页面加载失败',
  retry: '重试',
  signOut: '退出登录',
  home: '返回首页',
  back: '返回上一页',
} as const;
