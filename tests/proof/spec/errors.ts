import type { Section } from './section';

const text = 'contract/messages: the quoted texts';

export const errors: Section = {
  number: 8,
  title: '提示与错误',
  requirements: [
    ['200–300 之外：以应答消息通知并拒绝', 'ui/failures: rejects what lies outside of 200-300'],
    ['超时：网络请求超时，5 秒', 'ui/failures: 网络请求超时'],
    ['401：退出并刷新', 'ui/failures: AU11: thirty at once end the session once'],
    ['403：去往 /401', 'ui/failures: goes to /401 at a 403'],
    ['其他带消息的状态：显示 5 秒', 'ui/failures: shows the message of any other status for five seconds'],
    ['无状态：接口请求失败', 'ui/failures: says 接口请求失败 when there is no status'],
    ['删除 code "400"：以错误显示', 'ui/listEditor/commands: shows the message of a delete that is answered'],
    ['关联 code 非 "200"：以错误显示', 'ui/listEditor/commands: shows the message of a relation whose code'],
    ['导入有错行：逐条列出，不自动关闭', 'ui/importDialog: says what each row would do, names every wrong cell'],
    ['到期提示，随后退出', 'ui/failures: for an account that has run out warns 2.5 s'],
    ['无安装包：暂无APP软件', 'ui/shell/chrome: warns 暂无APP软件 and opens nothing'],
    [
      '无帮助：暂未提供帮助文档',
      'ui/shell/chrome: opens the manual in a tab of its own, or says that there is none',
      text,
    ],
    ['退出前确认', 'ui/session: asks before it ends, and goes on at a no', 'browser/chrome: asks before it signs out'],
    ['改尺寸成功：布局设置成功', 'ui/shell/pages: changes the size, says so', text],
    ['受检单位有项目时的提示', 'browser/mainJob: does not delete a unit that has projects', text],
    ['导入格式提示', 'ui/importDialog: refuses what is no workbook', text],
    ['不支持全屏的警告', 'ui/shell/pages: says that the browser has no full screen', text],
    ['十二条成功提示与“该项目已结束调查”', text, 'server/projects: ends a survey only with something in it'],
    ['四条确认用语', text, 'ui/listEditor/crud: asks in the words of the specification'],
  ],
};
