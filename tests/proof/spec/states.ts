import type { Section } from './section';

export const states: Section = {
  number: 4,
  title: '状态与转换',
  requirements: [
    ['存有令牌即为已登录', 'ui/session: signing in stores the token obscured in a cookie and the person in memory'],
    [
      '已登录而无角色：取人员信息，再建路由',
      'ui/guard: requests auth/info, then menus/build, then what the page needs, and nothing else',
    ],
    [
      '登录后置标志，路由重建一次',
      'ui/guard: a login in this browser tab requests no auth/info, requests the menus once, and resets the flag',
    ],
    ['取人员信息失败：退出并刷新', 'ui/guard: a new browser tab signs out and reloads if the person cannot be loaded'],
    [
      '退出即清除令牌与角色，服务器调用失败亦然',
      'ui/session: signing out ends the session in the browser even if the server does not answer',
    ],
    [
      '401：退出、point cookie 置 401、刷新',
      'ui/failures: a 401 to 30 parallel requests ends the session once: point = 401, one reload, no call to auth/logout (AU11)',
    ],
    [
      '打开通知即已读：readFlag 置 1，updateBy 为本人；列表与数目刷新',
      'server/notices: reading a notice stores flag, time and person, and removes it from the bell’s summary',
      'ui/notices/notices: the notice bell counts unread notices, opens its dialog, and marks an opened notice as read',
    ],
    [
      '标记失败仍刷新列表',
      'ui/notices/notices: opening a notice reloads lists and counts even if marking it as read failed',
    ],
    [
      '加载通知失败则停止定时器',
      'ui/notices/notices: reloads at intervals, stops after a failure and continues after a success',
    ],
    [
      '每人一条 websocket',
      'ui/notices/pushConnection: connects to {host}/websocket/{userId} with the token as its subprotocol',
    ],
    [
      '出错计数；超过 5 次停止；否则 20 秒后重连',
      'ui/notices/pushConnection: gives up after more than 5 errors',
      'ui/notices/pushConnection: the browser websocket reconnects 20 seconds after a failure or a close, and not before',
    ],
    [
      '关闭也会重连',
      'ui/notices/pushConnection: the browser websocket reconnects 20 seconds after a failure or a close, and not before',
    ],
    [
      'topic 或 user 消息使通知重新加载',
      'ui/notices/pushConnection: the browser websocket accepts only messages to everybody or to its person',
    ],
    [
      '已访问与缓存的页面可增删；固定页在关闭其他时保留',
      'ui/shell/tabs: closing the other tabs keeps the pinned tabs and shows the requested tab',
      'browser/cachedPages: a cached page runs no effect and does not render while it is hidden',
    ],
    ['侧栏开合记在 cookie', 'ui/shell/sidebar: the collapsed state of the sidebar is stored in a cookie'],
    [
      '设备分桌面与移动',
      'browser/chrome: the phone layout has no overflow and no overlap, and moves the remaining buttons into the user menu',
    ],
    [
      '尺寸四种，默认 small',
      'ui/shell/settings: settings start with the defaults of the specification',
      'contract/messages: constants of the specification',
    ],
    [
      '列表编辑器：每个动作有正常、就绪、提交中三态',
      'ui/listEditor/state: opens this form and no other',
      'ui/listEditor/state: the form state is "processing" while the submit runs, and a second submit is ignored',
    ],
    [
      '失败回到就绪',
      'ui/listEditor/state: the form state returns to "prepared" after a failure, with the form and its errors',
    ],
    [
      '成功回到正常、清空表单、刷新列表',
      'ui/listEditor/state: the form state returns to "normal" after a success and keeps no values',
      'ui/listEditor/commands: a list shows its first page after an add, with the new row',
    ],
    [
      '逐行删除：正常、就绪、提交中；取消回到正常',
      'ui/listEditor/state: goes from normal through prepared and processing back to normal',
    ],
    [
      '复制：经复制调用提交表单副本，再刷新',
      'ui/listEditor/commands: submitting a copied row uses the copy request, and a pasted row the add request, each with its own message',
      'ui/listEditor/crud: the form of a list saves a copied row by the copy request',
    ],
    [
      '改状态：默认值 "2"，去掉四个留痕字段，逐行调用编辑',
      'ui/listEditor/commands: the status change of rows edits them row by row and does not send user and time',
      'ui/listEditor/commands: the status change of rows omits createBy, updateBy, createTime and updateTime and nothing else',
    ],
    ['带标志时以编号一次批量改状态', 'ui/listEditor/commands: the bulk status change sends all ids in one request'],
  ],
};
