import type { Section } from './section';

const constant = 'contract/messages: constants of the specification';

export const constants: Section = {
  number: 9,
  title: '常量与限值',
  requirements: [
    [
      '主题色 #007873 与 #409EFF',
      constant,
      'ui/shell/theme: the theme colours begin with both colours of the specification and contain eight different ones',
    ],
    ['菜单背景 #283b81', constant],
    [
      '侧栏 205 px；移动断点 992 px',
      constant,
      'browser/chrome: sidebar is 205 px wide in the colour of the specification and stays collapsed after a reload',
    ],
    ['通知表高 500 px、对话框 800 px、协议对话框 850 px', constant, 'browser/chrome: in a dialog of 850 px'],
    ['列表高 550；加载延迟 50 ms', constant, 'ui/grid/dataTable: from 50 ms on'],
    [
      '每页默认 30，十五档至 5000',
      constant,
      'ui/listEditor/query: the address of a list without parameters stands for the defaults of the specification',
      'server/crud: accepts a page of five thousand',
    ],
    [
      '通知分页：总数、上一页、页码、下一页、每页数',
      'ui/notices/notices: lists, searches and reads all notices of the person',
    ],
    [
      '默认按 id 降序',
      constant,
      'ui/listEditor/query: the address of a list without parameters stands for the defaults of the specification',
    ],
    ['请求超时 3 000 000 ms', constant],
    ['令牌与口令 cookie 1 天', constant, 'server/auth: ends after 8 idle hours'],
    ['主题 cookie 365 天', constant, 'ui/shell/chrome: colour changes at once and is kept for a year'],
    ['通知 2.5 秒，错误 5 秒', constant, 'ui/failures: for five seconds'],
    [
      '到期提示 2500 ms',
      constant,
      'ui/failures: a 401 for an expired account warns for 2.5 s and then signs out (AU8)',
    ],
    ['重连等待 20 秒；超过 5 次错误即止', constant, 'ui/notices/pushConnection: gives up after more than 5 errors'],
    ['固定头部与标签默认开启', 'ui/shell/settings: settings start with the defaults of the specification'],
    ['默认尺寸 small', 'ui/shell/settings: settings start with the defaults of the specification'],
    ['字典页 0，每页 9999', constant],
    [
      '日期格式 年-月-日 时:分:秒',
      constant,
      'ui/timeZones: organization in %s shows 0 of 500 moments off by one (FT9)',
    ],
    ['10 位数字时间戳按秒', 'ui/timeZones: organization in %s shows 0 of 500 moments off by one (FT9)'],
    ['代码值：优先级、类别、readFlag、sendStatus、按钮类型', constant],
    [
      '存储值以对称加密混淆，密钥不公布',
      'ui/session: signing in stores the token obscured in a cookie and the person in memory',
      'ui/session: remembered login ignores a cookie written by another program',
    ],
  ],
};
