import type { Section } from './section';

const text = 'contract/messages: quoted texts';

export const errors: Section = {
  number: 8,
  title: '提示与错误',
  requirements: [
    [
      '200–300 之外：以应答消息通知并拒绝',
      'ui/failures: the error handling treats every status outside 200–300 as an error, and accepts 300',
    ],
    ['超时：网络请求超时，5 秒', 'ui/failures: 网络请求超时'],
    [
      '401：退出并刷新',
      'ui/failures: a 401 to 30 parallel requests ends the session once: point = 401, one reload, no call to auth/logout (AU11)',
    ],
    [
      '403：去往 /401',
      'ui/failures: the error handling opens /401 after a 403, with a notice if the server gives its own reason',
    ],
    [
      '其他带消息的状态：显示 5 秒',
      'ui/failures: the error handling shows the message of any other error status for five seconds',
    ],
    ['无状态：接口请求失败', 'ui/failures: the error handling shows 接口请求失败 if the answer has no status'],
    [
      '删除 code "400"：以错误显示',
      'ui/listEditor/commands: a deletion answered with code "400" shows its message as an error and keeps the row',
    ],
    [
      '关联 code 非 "200"：以错误显示',
      'ui/listEditor/commands: the relation action with an answer code other than "200" shows the answer’s message as an error',
    ],
    [
      '导入有错行：逐条列出，不自动关闭',
      'ui/importDialog: the import preview states the effect of each row, names each invalid cell with its reason, and writes nothing',
    ],
    ['到期提示，随后退出', 'ui/failures: a 401 for an expired account warns for 2.5 s and then signs out (AU8)'],
    [
      '无安装包：暂无APP软件',
      'ui/shell/chrome: the button for the phone app shows 暂无APP软件 and opens nothing if %s',
    ],
    [
      '无帮助：暂未提供帮助文档',
      'ui/shell/chrome: the manual opens in a new browser tab, or a message says that no manual exists',
      text,
    ],
    [
      '退出前确认',
      'ui/session: signing out asks first, and the session continues after a no',
      'browser/chrome: signing out asks for confirmation first',
    ],
    [
      '改尺寸成功：布局设置成功',
      'ui/shell/pages: a change of the display size shows a message and recreates cached pages except those with unsaved work',
      text,
    ],
    ['受检单位有项目时的提示', 'browser/mainJob: an inspected enterprise with projects cannot be deleted', text],
    [
      '导入格式提示',
      'ui/importDialog: import refuses a file that is no workbook: by its name at once, by its content with the server’s message',
      text,
    ],
    [
      '不支持全屏的警告',
      'ui/shell/pages: the full-screen button says if the browser does not support full screen',
      text,
    ],
    [
      '十二条成功提示与“该项目已结束调查”',
      text,
      'server/projects: the end of a survey requires content; afterwards nothing of it can be written (该项目已结束调查)',
    ],
    [
      '四条确认用语',
      text,
      'ui/listEditor/crud: the question before a deletion has the words of the specification, for one row and for several',
    ],
  ],
};
