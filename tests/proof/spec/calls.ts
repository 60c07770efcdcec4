import type { Section } from './section';

const files =
  'server/files: an upload is stored under a random id with hash, size and the type of its content, and recorded in the audit trail';

export const calls: Section = {
  number: 7,
  title: '调用',
  requirements: [
    [
      '共用客户端：基址、超时 3 000 000 ms、JSON、Authorization、organizationId 头',
      'ui/client: sends the stored token and the organization in headers',
      'contract/messages: constants of the specification',
    ],
    [
      'POST auth/login',
      'server/auth: a successful sign-in returns a token and, under user, everything that auth/info returns',
    ],
    ['GET auth/info', 'ui/guard: requests auth/info, then menus/build, then what the page needs, and nothing else'],
    [
      'GET auth/code：uuid 与图片',
      'server/lockout: the captcha answer contains a picture as a data URL and a uuid, and not the solution',
    ],
    ['DELETE auth/logout', 'server/auth: ends at logout, which anybody may call'],
    [
      'GET api/familyBucket/getFamilyBucket',
      'server/organizations: the name and logo before sign-in are the product’s; with one organization they are that organization’s, with two the product’s again',
    ],
    ['GET api/familyBucket/getOrg', 'server/organizations: getOrg'],
    [
      'GET api/dispalyView/apk',
      'server/appPackages: an uploaded app package can be downloaded by a phone without login',
    ],
    [
      'POST api/apkAffix/upload',
      'server/appPackages: an uploaded app package takes its version from its file name and becomes the newest',
    ],
    ['GET api/apkAffix/queryAll', 'server/appPackages: the list of app packages shows the newest first'],
    [
      'GET api/apkAffix/queryNew',
      'server/appPackages: the call for the newest app package answers with none if there is none',
    ],
    [
      'DELETE api/apkAffix/delete',
      'server/appPackages: deleting the newest app package removes its file and makes the one before the newest',
    ],
    [
      'GET api/apkAffix/isNew',
      'server/appPackages: the call apkAffix/isNew tells an app whether its version is the newest',
    ],
    ['GET api/ohitAnnouncementSend/querySendInfo', 'server/notices: come in pages from zero, filtered and sorted'],
    [
      'PUT api/ohitAnnouncementSend/edit',
      'server/notices: reading a notice stores flag, time and person, and removes it from the bell’s summary',
    ],
    [
      'GET api/ohitAnnouncement/listByUser',
      'server/notices: the bell’s summary has the five newest unread notices of each category, and their number',
    ],
    [
      'GET api/dictDetail：dictName、page=0、size=9999',
      "server/dict: gives everybody signed in the common entries and the own organization's, in order",
      'ui/session: a dictionary is requested once for any number of cells',
    ],
    [
      'POST api/dictDetail/add',
      'server/dict: dictionary entries added by staff belong to their organization, those added by administrators are common',
    ],
    [
      'PUT api/dictDetail/edit',
      'server/dict: changing dictionary entries needs the permission, and changing common ones needs a platform administrator',
    ],
    [
      'DELETE api/dictDetail/delete：编号或字典项',
      'server/dict: dictionary entries are deleted by ids, by one id and by the entry itself',
    ],
    [
      'GET api/menus/lazy?pid=',
      'server/menus: GET api/menus/lazy returns children as a bare array, and the root menus for pid 0',
    ],
    [
      'GET api/menus',
      'server/menus: GET api/menus without a filter lists the root menus, with what a tree table needs',
    ],
    [
      'POST api/menus/superior',
      'server/menus: POST api/menus/superior offers every possible parent down to the siblings, and never the menu itself',
    ],
    ['GET api/menus/build', 'server/menus: menu build for a person'],
    [
      'POST api/menus/add',
      'server/menus: POST api/menus/add adds a menu as sent: it appears in the list, below its parent and in the built menus',
    ],
    [
      'PUT api/menus/edit',
      'server/menus: PUT api/menus/edit stores the sent fields, and changes nothing else of the menu',
      'server/menus: an edit of a menu that somebody else has changed since is refused',
    ],
    [
      'DELETE api/menus/delete：正文为编号',
      'server/menus: deleting a menu includes all below and removes them from every role; restoring goes parent first, with the roles’ menus',
    ],
    [
      '铃铛调用返回四个字段；按名查字典返回 value、label',
      'server/notices: the bell’s summary has the five newest unread notices of each category, and their number',
      'server/dict: of several dictionaries is one request',
    ],
    [
      'websocket {host}/websocket/{userId}',
      'server/noticeSockets: the websocket of notices delivers a general message to everybody and a personal one to one person, in each of their tabs',
      'ui/notices/pushConnection: connects to {host}/websocket/{userId} with the token as its subprotocol',
    ],
    [
      '列表：page（从零）、size、sort（默认 id,desc）与查询字段，数组式查询串',
      'ui/listEditor/query: a list request sends zero-based page, size, sort, filters and the fixed query, which takes precedence',
      'ui/client: the HTTP client repeats the name of an array parameter, and omits empty values and parameters that the session defines',
    ],
    ['列表应答读作 content/totalElements 或 body.records/body.total', 'ui/client: readPage'],
    [
      '导出：GET {url}/export，可带 ids，存为以标题命名的 xlsx 或 txt',
      'ui/client: the HTTP client names an exported file by time and title',
      'server/importSheet: an export contains only the requested ids, and can be a text file',
    ],
    [
      '导入：上传文件，可带 belongGas、uploadType；应答逐行 msg',
      'server/importSheet: the import call of the specification answers with one item per row, and writes nothing if a row is wrong',
    ],
    [
      '关联：phyId、projectId、ids、blkSampleIds、hazardNames',
      'server/blankRelation: field blanks are related to samples by the payload of the specification, once each',
      "ui/listEditor/commands: an action that links the selected rows to another row sends all their ids and shows the server's success message",
    ],
    [
      '取消关联：ids；应答 code "200" 为成功',
      'ui/listEditor/commands: the list action that cancels relations sends the ids of the relations',
      'ui/client: a relation succeeds only if the code in the body of the answer is "200"',
    ],
    [
      '删除应答 code "400" 为错误',
      'ui/client: a deletion answered with code "400" in the body fails with the message of the answer',
      'ui/listEditor/commands: a deletion answered with code "400" shows its message as an error and keeps the row',
    ],
    [
      '分发：{downloadBy, ids} 或 {sampleId, sampleSiteHazardId}',
      'ui/listEditor/commands: distribution ',
      'server/labTasks: reads {sampleId, sampleSiteHazardId}',
    ],
    [
      '重置：一个 id',
      'server/reset: a reset sample has the plan’s values again, with a workflow step and an audit line',
      'ui/listEditor/commands: the reset action sends the id of one row',
    ],
    [
      '上传：图片、头像、内容存储、用户签名、机构',
      'server/center: replaces the earlier one',
      'server/organizations: an organization’s logo is public until it has another logo',
      files,
    ],
    ['上传：更新包与数据库备份（默认关闭；核对后存放，由运维人员执行）', 'server/maintenance: maintenance'],
    [
      '上传：报告模板、报告信息、文件信息',
      'server/uploads: files uploaded as a report’s template, picture and paper are stored byte for byte and readable only in their organization',
      files,
    ],
    [
      '上传：生产工艺、原辅材料、设备布局、评价单元附件、采样方案布局',
      'browser/fieldJourney: in the end-to-end field-work test dropped drawings are shown and keep their order',
    ],
    [
      '上传：气相色谱标准曲线 PDF',
      'server/labCurves: an instrument’s PDF of a calibration is stored with its hash, and its table of levels is proposed, not taken over',
    ],
    [
      '上传：检测结果 PDF 导入',
      'server/labAttachments: an instrument’s PDF is read line by line, and matched lines are written into their rows',
      'server/labAttachments: an instrument file’s table is read, matched lines are written into their rows, and other lines wait for a person’s assignment',
    ],
    [
      '上传：试剂、标准物质、耗材、用车',
      'server/uploads: uploads for certificates of reagents, standards and consumables, and for vehicle papers, are stored unchanged',
    ],
    [
      'SQL 监控页与接口文档页',
      'server/monitor: counts statements of one kind together',
      'ui/system: the API documentation finds an operation, shows parameters, body and permission, and can call a read operation',
    ],
    [
      'PDF 以 GET 取为 blob，其他文件走直接链接',
      'server/files: a link to a file opens it without an Authorization header, and the audit trail records who downloaded it',
      'server/enterprise: the enterprise user downloads exactly the PDF that was issued',
    ],
    [
      '下载文件名以当前时刻开头',
      'ui/client: the HTTP client names an exported file by time and title',
      'browser/mainJob: the found inspected enterprises are exported under a file name with the time',
    ],
  ],
};
