import { describe, expect, it } from 'vitest';
import { encodeScaip, parseScaip } from '#protocol/scaip/message.ts';
import { between, oneOf, seeded } from '../random.ts';

// Messages of devices of three makers, from the comments of a public receiver of SCAIP.
const OF_DEVICES = [
  '<mrq><ref>00001A85</ref><cha>0</cha><mty>PI</mty><cid>26317</cid><dty>02</dty><did>00</did><crd>no-voice:</crd><stc>102</stc></mrq>',
  '<mrq><mty>PI</mty><ref>1998218577</ref><cid>10149471</cid><dty>2</dty></mrq>',
  '<mrq><ref>yhexGeV5E49zglfi</ref><cid>999998</cid><dty>0004</dty><mty>ME</mty><stc>0010</stc><lco>002</lco><crd>gsm:</crd><cha>0</cha></mrq>',
];

describe('messages of SCAIP', () => {
  it.each(OF_DEVICES)('%s is read, and written as it was', (text) => {
    const message = parseScaip(text);
    expect(message?.tags).toMatchObject({ ref: expect.any(String), cid: expect.any(String), dty: expect.any(String) });
    expect(encodeScaip(message!)).toBe(text);
  });

  it('may begin with a declaration, and have white space between tags', () => {
    const text = '<?xml version="1.0" encoding="UTF-8"?>\n<mrs>\n  <ref>r1</ref>\n  <snu>0</snu><ste/>\n</mrs>\n';
    expect(parseScaip(text)).toEqual({ root: 'mrs', tags: { ref: 'r1', snu: '0', ste: '' } });
  });

  it('escape what XML reserves', () => {
    const message = { root: 'mrs', tags: { ste: `a<b&c>"d'` } } as const;
    expect(encodeScaip(message)).toBe('<mrs><ste>a&lt;b&amp;c&gt;&quot;d&apos;</ste></mrs>');
    expect(parseScaip(encodeScaip(message))).toEqual(message);
  });

  it.each([
    '',
    '<other></other>',
    '<mrq><ref>1</ref>',
    '<mrs><ref>1</ref></mrq>',
    '<mrs><ref><snu>0</snu></ref></mrs>',
    '<mrs><!-- --><snu>0</snu></mrs>',
    '<!DOCTYPE mrs [<!ENTITY a "b">]><mrs><snu>0</snu></mrs>',
  ])('"%s" is none', (text) => {
    expect(parseScaip(text)).toBeUndefined();
  });

  it('never throw when they are damaged', () => {
    const random = seeded(20261124);
    for (let run = 0; run < 20_000; run++) {
      const text = oneOf(random, OF_DEVICES);
      const at = between(random, 0, text.length - 1);
      const damaged = text.slice(0, at) + oneOf(random, ['', '<', '>', '&', '/', '\0', 'mrq']) + text.slice(at + 1);
      expect(() => parseScaip(damaged)).not.toThrow();
    }
  });
});
