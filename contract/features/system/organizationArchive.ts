// 机构数据包 (docs/organization-archive.md): all data of one organization in an installation, for another installation.

/** Texts about the archive, for the terminal, the page of exports and the file itself. */
export const organizationArchiveTexts = {
  usage:
    '用法：npm run take-in -- 数据包文件；在新安装的空系统中接收一家机构的全部数据。先停止服务，完成后再启动；加 --check 只检查文件是否完整',
  notAnArchive: (file: string) =>
    `${file} 不是本系统的机构数据包，请选择由“导出本机构全部数据”生成的文件；没有接收任何数据。`,
  truncated: (file: string) => `数据包 ${file} 不完整，可能没有下载完，请重新下载；没有接收任何数据。`,
  damaged: (file: string, damage: string) => `数据包 ${file} 已损坏（${damage}），请重新下载；没有接收任何数据。`,
  newer: (file: string, version: string) =>
    `数据包 ${file} 由 ${version} 版制作，与本系统的版本不同。请将两边升级到同一版本，再导出并接收；没有接收任何数据。`,
  notEmpty: (name: string) =>
    `本系统中已有机构“${name}”，为保持编号和签名不变，机构数据包只能接收到没有机构的新系统；没有接收任何数据。`,
  refused: (code: string) =>
    `数据库没有接受数据包中的数据（代码${code}），已撤销，没有接收任何数据；请检查数据库的剩余空间和权限。`,
  held: (directory: string) => `数据目录 ${directory} 正被使用，请先停止服务，再接收数据包。`,
  notStarted: (dataPlace: string) =>
    `${dataPlace} 中还没有本版的数据库。请先启动一次服务（不带演示数据），停止后再接收数据包。`,
  gone: '该机构已不存在，没有导出。',
  whole: (facts: { organization: string; madeAt: string; version: string; rows: number; files: number }) =>
    `数据包完整：${facts.organization}，${facts.madeAt} 由 ${facts.version} 版导出，${facts.rows} 行，${facts.files} 个文件`,
  takenIn: (facts: { organization: string; rows: number; files: number }) =>
    `已接收 ${facts.organization} 的 ${facts.rows} 行数据和 ${facts.files} 个文件。各账号没有密码，请由平台管理员重置密码后发放。`,
  added: (count: number) => `其中引用的 ${count} 条公共数据本系统没有，已作为该机构自己的数据加入`,
  dropped: (count: number) => `有 ${count} 处引用的公共数据（如自定义菜单）本系统没有，已留空，请检查角色的权限`,
  missing: (count: number) => `数据包中缺少 ${count} 个文件的内容：原系统的文件存储中已没有`,
  altered: (count: number) => `有 ${count} 个文件的内容与上传时不同，按现状导出`,
  worker: '接收机构数据',
  trail: (organization: string) => `接收“${organization}”的机构数据包`,
} as const;

/** Name of the file that describes the content of the archive. */
export const organizationReadme = '说明.txt';

/** Returns the description of the archive's content. */
export const organizationReadmeText = ({ organization, madeAt }: { organization: string; madeAt: string }): string =>
  [
    `${organization} 的全部数据，导出于 ${madeAt}。`,
    '',
    '列表/　　　每个列表一个 xlsx 文件，可用表格软件打开',
    '档案/　　　各项目的报告和档案文件（PDF）',
    'data/　　　每张表一个 ndjson 文件：每行是一条数据，{"列名": "内容"}，空值为 null；时间为 UTC',
    'public.ndjson　　　数据中引用的公共数据（危害因素、检测方法等）',
    'files/　　　上传的文件，文件名前是其编号（data/stored_file.ndjson 的 id）',
    'manifest.json　　　各文件的 SHA-256；manifest.sha256 是 manifest.json 的 SHA-256',
    '',
    '不包含：密码、登录记录、监管平台密钥、其他机构的数据。',
    '另一套本系统可以接收本数据包：npm run take-in -- 文件名。',
    '',
  ].join('\r\n');
