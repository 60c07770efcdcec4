import { rules } from '@contract/rules';

/** Common passwords, in lower case, that would pass the rule of SPEC §5; the rule refuses all others. */
export const commonPasswords = new Set(
  (
    'p@ssw0rd p@ssw0rd! p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@ssword1 p@ssword12 p@ssword123 passw0rd! passw0rd@ ' +
    'passw0rd# passw0rd!1 passw0rd@123 password1! password12! password123! password@1 password@12 password@123 ' +
    'password!1 pa$$w0rd pa$$word1 pa$$w0rd1 pa$$w0rd! admin@123 admin@1234 admin@12345 admin@123456 admin123! ' +
    'admin123@ admin1234! admin1234@ admin!123 admin#123 admin_123 admin@2020 admin@2021 admin@2022 admin@2023 ' +
    'admin@2024 admin@2025 admin@2026 admin@888 admin@888888 administrator1! root@123 root@1234 root@123456 ' +
    'root123! test@123 test@1234 test@123456 test123! test1234! user@123 user@1234 user@123456 guest@123 demo@123 ' +
    'demo@1234 demo@123456 abc@1234 abc@12345 abc@123456 abc123!@# abc123456! abcd@123 abcd@1234 abcd1234! ' +
    'abcd1234@ abc!1234 abc#1234 abc_1234 aa123456! aa123456@ aa@123456 aa123456. aa123456# aa12345678! ' +
    'aa12345678@ aa112233! aa@112233 aa111111! aa@111111 qwer1234! qwer1234@ qwer@1234 qwer!234 qwer123! qwerty1! ' +
    'qwerty12! qwerty123! qwerty@1 qwerty@12 qwerty@123 qwerty@1234 qwe123!@# qwe@1234 qwe123456! qaz123!@# ' +
    '1qaz@wsx 1qaz!qaz 1qaz2wsx! 1qaz2wsx@ 1qaz@wsx3edc !qaz2wsx !qaz1qaz @wsx2wsx zaq1@wsx zaq!2wsx zaq12wsx! ' +
    'zaq1!qaz zxcv1234! zxc123!@# asdf1234! asdf@1234 asd123!@# welcome1! welcome@1 welcome@12 welcome@123 ' +
    'welcome123! welcome1@ hello@123 hello123! hello1234! letmein1! letmein@1 letmein123! iloveyou1! iloveyou@1 ' +
    'changeme1! changeme@1 changeme@123 change@123 change_me1 changeit1! monkey123! dragon123! sunshine1! ' +
    'football1! baseball1! master@123 manager@123 server@123 oracle@123 mysql@123 huawei@123 huawei12#$ ' +
    'admin@huawei1 h3c@12345 tencent@123 alibaba@123 woaini@123 woaini520! woaini1314! zhang@123 wang@1234 ' +
    'li@123456 company@123 china@123 china@2024 china@2025 beijing@123 beijing2008! shanghai@123 hangzhou@123 ' +
    'summer@2024 summer@2025 winter@2024 winter@2025 spring@2024 spring@2025 autumn@2025 secret@123 secret123! ' +
    'security1! security@1 default@123 default1! temp@1234 temp1234! system@123 super@123 superuser1! login@123 ' +
    'login123! access@123 test@2024 test@2025 lab@12345 lab@123456 labor@123 aqsw@1234 q1w2e3r4! q1w2e3r4@ ' +
    '1q2w3e4r! 1q2w3e4r@ a1b2c3d4! a1b2c3d4@ !@#123qwe 123qwe!@# 123456aa! 12345678aa! abc@2024 abc@2025 ' +
    'sasha_007 l58jkdjp! p030710p$e4o !qazxsw2 ybrbnf_25 %e2%82%ac fre_ak8yj wapbbs_1'
  ).split(' '),
);

/** Returns the reason why a password can't be used; undefined where it can (QUALITY AU5). */
export function passwordFault(password: string, userName: string): string | undefined {
  if (!rules.password.test(password)) return rules.password.message;
  const lower = password.toLowerCase();
  if (userName.length > 2 && lower.includes(userName.toLowerCase())) return '密码不能包含用户名';
  if (commonPasswords.has(lower)) return '密码过于常见，请换一个';
  return undefined;
}
