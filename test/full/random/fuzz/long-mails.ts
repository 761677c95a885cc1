/** Mails that report a bounce, or look as if they did. */
export const MAILS: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  subject: (text) => `Subject: ${text}\n\nx`,
  addresses: (text) => `To: ${text}\n\nx`,
  references: (text) => `References: ${text}\nMessage-ID: ${text.slice(0, 100)}\n\nx`,
  type: (text) => `Content-Type: multipart/report; ${text}\n\nx`,
  boundary: (text) => `Content-Type: multipart/report; boundary="${text}"\n\n--${text}\n\nx`,
  encoding: (text) => `Content-Transfer-Encoding: ${text}\n\nx`,
  disposition: (text) => `Content-Disposition: attachment; filename*=${text}\n\nx`,
  parameters: (text) => `Content-Disposition: attachment; ${text}\n\nx`,
  body: (text) => `Subject: a\n\n${text}`,
  parts: (text) => `Content-Type: multipart/report; boundary=b\n\n--b\n${text}`,
  html: (text) => `Content-Type: text/html\n\n${text}`,
  flowed: (text) => `Content-Type: text/plain; format=flowed; delsp=yes\n\n${text}`,
  quoted: (text) => `Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n${text}`,
  base64: (text) => `Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${text}`,
  status: (text) => reportWith(text, 'Message-ID: <a@b>'),
  statusCode: (text) => reportWith(`Status: ${text}`, 'Message-ID: <a@b>'),
  diagnostic: (text) => reportWith(`Status: 5.1.1\nDiagnostic-Code: ${text}`, 'Message-ID: <a@b>'),
  action: (text) => reportWith(`Action: ${text}`, 'Message-ID: <a@b>'),
  original: (text) => reportWith('Status: 5.1.1', text),
  messageId: (text) => reportWith('Status: 5.1.1', `Message-ID: ${text}`),
  nested: (text) => reportWith('Status: 5.1.1', `Content-Type: multipart/mixed; boundary=c\n\n--c\n${text}`),
};

function reportWith(status: string, original: string): string {
  const parts = [
    `message/delivery-status\n\nReporting-MTA: a\n\n${status}`,
    `message/rfc822\n\n${original}\n\nx`,
  ];
  return `Content-Type: multipart/report; boundary=b\n\n${parts.map((part) => `--b\nContent-Type: ${part}\n`).join('')}--b--\n`;
}
