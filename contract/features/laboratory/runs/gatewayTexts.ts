// Texts of the gateway, a program beside an instrument that uploads the instrument's files.

export const gatewayTexts = {
  title: '仪器接入',
  hint: '在仪器的电脑上运行接入程序，新的仪器文件自动成为该仪器当天的分析批。令牌只用于所选仪器，只显示一次；再次生成后，原令牌失效。',
  choose: '请选择检测仪器',
  make: '生成令牌',
  made: '令牌已生成，请立即复制，关闭后不再显示',
  command: (server: string, eqpNo: string) =>
    `npm run gateway -- --watch 仪器文件夹 --instrument ${eqpNo} --server ${server}`,
  tokenOf: (eqpNo: string) => `仪器接入令牌 ${eqpNo}`,
  badToken: '仪器接入令牌无效或已失效，请在“分析批”的“仪器接入”中重新生成',
  tooFast: '上传过于频繁，稍后重试',
  byGateway: '由仪器接入程序上传',
  received: (runNo: string) => `文件已加入分析批${runNo}`,
  known: (runNo: string) => `文件已在分析批${runNo}中`,

  usage:
    '用法：npm run gateway -- --watch 文件夹 --instrument 设备编号 --server 网址（令牌写在环境变量INSTRUMENT_TOKEN中）',
  noToken: '请把令牌写在环境变量INSTRUMENT_TOKEN中，令牌在“分析批”的“仪器接入”中生成',
  noFolder: (folder: string) => `没有文件夹 ${folder}，请核对路径`,
  watching: (folder: string, eqpNo: string) => `正在等待 ${folder} 中${eqpNo}的新文件`,
  sent: (name: string, answer: string) => `${name}：${answer}`,
  refused: (name: string, answer: string) => `${name}未能上传：${answer}`,
  otherServer: (server: string) => `${server} 不是本系统的网址，请核对网址`,
  unreachable: (server: string) => `暂时连接不上 ${server}，连接后自动上传`,
  again: (name: string) => `${name}未能上传，稍后重试`,
} as const;
