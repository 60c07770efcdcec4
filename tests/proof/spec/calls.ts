import type { Section } from './section';

const files =
  'server/files: is stored under a random id with its hash, its size and the type of its content, and recorded in the audit trail';

export const calls: Section = {
  number: 7,
  title: '调用',
  requirements: [
    [
      '共用客户端：基址、超时 3 000 000 ms、JSON、Authorization、organizationId 头',
      'ui/client: sends the stored token and the organization in headers',
      'contract/messages: constants of SPEC §9',
    ],
    ['POST auth/login', 'server/auth: returns a token and all of auth/info under user'],
    ['GET auth/info', 'ui/guard: requests auth/info, then menus/build, then what the page needs, and nothing else'],
    ['GET auth/code：uuid 与图片', 'server/lockout: is a picture as a data URL and a uuid'],
    ['DELETE auth/logout', 'server/auth: ends at logout, which anybody may call'],
    [
      'GET api/familyBucket/getFamilyBucket',
      "server/organizations: is the product's, then that of the only organization, and with two of them the product's again",
    ],
    ['GET api/familyBucket/getOrg', 'server/organizations: getOrg'],
    ['GET api/dispalyView/apk', 'server/appPackages: is downloaded by a phone without login'],
    ['POST api/apkAffix/upload', 'server/appPackages: is stored with the version of its name, and is the newest'],
    ['GET api/apkAffix/queryAll', 'server/appPackages: has the newest first'],
    ['GET api/apkAffix/queryNew', 'server/appPackages: the newest package is reported as none'],
    [
      'DELETE api/apkAffix/delete',
      'server/appPackages: is shortened by deletion, which removes the file; the one before is the newest again',
    ],
    ['GET api/apkAffix/isNew', 'server/appPackages: tells an app whether it is the newest'],
    ['GET api/ohitAnnouncementSend/querySendInfo', 'server/notices: come in pages from zero, filtered and sorted'],
    [
      'PUT api/ohitAnnouncementSend/edit',
      'server/notices: sets the flag, the time and the person, and removes it from the summary',
    ],
    ['GET api/ohitAnnouncement/listByUser', 'server/notices: are summed up for the bell'],
    [
      'GET api/dictDetail：dictName、page=0、size=9999',
      "server/dict: gives everybody signed in the common entries and the own organization's, in order",
      'ui/session: a dictionary is requested once for any number of cells',
    ],
    ['POST api/dictDetail/add', "server/dict: puts staff's entries into their organization"],
    ['PUT api/dictDetail/edit', 'server/dict: needs the permission, and common ones a platform administrator'],
    ['DELETE api/dictDetail/delete：编号或字典项', 'server/dict: deletes by ids, by one id and by the entry itself'],
    ['GET api/menus/lazy?pid=', 'server/menus: return lazy children as a bare array, and the roots for 0'],
    ['GET api/menus', 'server/menus: list the roots without a condition, with what a tree table needs'],
    [
      'POST api/menus/superior',
      'server/menus: offer as superiors everything down to the siblings, and never the menu itself',
    ],
    ['GET api/menus/build', 'server/menus: menu build for a person'],
    ['POST api/menus/add', 'server/menus: add a menu by POST api/menus/add'],
    [
      'PUT api/menus/edit',
      'server/menus: change a menu by PUT api/menus/edit',
      'server/menus: is an edit of a row that somebody else has changed since',
    ],
    [
      'DELETE api/menus/delete：正文为编号',
      "server/menus: includes all below, removes them from every role, and is restored parent first, with the roles' menus",
    ],
    [
      '铃铛调用返回四个字段；按名查字典返回 value、label',
      'server/notices: are summed up for the bell',
      'server/dict: of several dictionaries is one request',
    ],
    [
      'websocket {host}/websocket/{userId}',
      'server/noticeSockets: delivers a topic to everybody and a personal message to one person, in each of their tabs',
      'ui/notices/pushConnection: connects to {host}/websocket/{userId} with the token as its subprotocol',
    ],
    [
      '列表：page（从零）、size、sort（默认 id,desc）与查询字段，数组式查询串',
      'ui/listEditor/query: a list request sends zero-based page, size, sort, filters and the fixed query, which takes precedence',
      'ui/client: the HTTP client repeats the name of an array parameter, and omits empty values and parameters that the session defines',
    ],
    ['列表应答读作 content/totalElements 或 body.records/body.total', 'ui/client: readPage (SPEC §7)'],
    [
      '导出：GET {url}/export，可带 ids，存为以标题命名的 xlsx 或 txt',
      'ui/client: the HTTP client names an exported file by time and title',
      'server/importSheet: an export writes only the requested ids, and as text',
    ],
    [
      '导入：上传文件，可带 belongGas、uploadType；应答逐行 msg',
      "server/importSheet: answers the specification's import with one item per row, and writes nothing",
    ],
    [
      '关联：phyId、projectId、ids、blkSampleIds、hazardNames',
      'server/blankRelation: are related by the payload of the specification',
      'ui/listEditor/commands: the relation action sends the whole payload and reports its success',
    ],
    [
      '取消关联：ids；应答 code "200" 为成功',
      'ui/listEditor/commands: the action to cancel relations sends the ids',
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
      'server/reset: is as the plan has it again',
      'ui/listEditor/commands: the reset action sends the id of one row',
    ],
    [
      '上传：图片、头像、内容存储、用户签名、机构',
      'server/center: replaces the earlier one',
      'server/organizations: shows its logo without login, and no longer once it has another',
      files,
    ],
    ['上传：更新包与数据库备份（默认关闭；核对后存放，由运维人员执行）', 'server/maintenance: maintenance'],
    [
      '上传：报告模板、报告信息、文件信息',
      'server/uploads: a report’s template, picture and paper are kept with it',
      files,
    ],
    [
      '上传：生产工艺、原辅材料、设备布局、评价单元附件、采样方案布局',
      'browser/fieldJourney: field journey: dropped drawings are shown and keep their order',
    ],
    [
      '上传：气相色谱标准曲线 PDF',
      'server/labCurves: is stored with its hash, and its table of levels is read and offered, not taken over',
    ],
    [
      '上传：检测结果 PDF 导入',
      'server/labAttachments: results in a PDF of the instrument are read line by line, and matched lines are written into their rows',
      'server/labAttachments: table is read, matched lines are written into their rows, and the others wait to be settled',
    ],
    [
      '上传：试剂、标准物质、耗材、用车',
      'server/uploads: the certificates of reagents, standards and consumables and the papers of vehicles and their plans are kept',
    ],
    [
      'SQL 监控页与接口文档页',
      'server/monitor: counts statements of one kind together',
      'ui/system: the API documentation finds an operation, shows parameters, body and permission, and can call a read operation',
    ],
    [
      'PDF 以 GET 取为 blob，其他文件走直接链接',
      'server/files: opens its file without a header',
      'server/enterprise: issued report is the PDF that was issued',
    ],
    [
      '下载文件名以当前时刻开头',
      'ui/client: the HTTP client names an exported file by time and title',
      'browser/mainJob: main workflow: found units are exported under a name with the time',
    ],
  ],
};
