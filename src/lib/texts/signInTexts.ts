/** What the login page says (BEHAVIOUR §1.2). */
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
  noInfo: '没能取得您的账号信息，已退出登录。请重新登录；如仍然失败，请联系管理员。',
  capsLock: '大写锁定已打开',
} as const;

/** What the pages between the shells and the pages proper say. */
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
