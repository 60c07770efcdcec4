/** Texts of the bar above the page, for the whole window. */
export const barTexts = {
  offline: '网络已断开。现场采样可以继续，记录联网后自动上传；其他页面填写的内容请等网络恢复后再保存。',
  newVersion: '系统已更新到新版本，请先保存正在填写的内容，再重新加载。',
  reload: '重新加载',
  later: '稍后',
  partMissing: '这部分内容加载失败，可能是网络中断，或系统已更新。请先保存其他内容，再重新加载页面。',
} as const;
