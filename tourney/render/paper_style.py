"""The style of printed sheets: black on white, rows to write in, A4 and Letter."""

from typing import Final

STYLE: Final = """\
@page { margin: 10mm 12mm; }
@page a4 { size: A4 portrait; margin: 10mm 12mm; }
@page letter { size: letter portrait; margin: 10mm 12mm; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: none; }
body { margin: 0; color: #000; background: #fff;
  font: 9pt/1.3 "Helvetica Neue", Arial, "Noto Sans CJK JP", "Noto Sans JP",
    "Hiragino Sans", "Yu Gothic", "Meiryo", sans-serif; }
code, .grid .circled, .grid .sample { font-family: "DejaVu Sans Mono", Menlo, Consolas,
  "Noto Sans Mono CJK JP", monospace; }
code { font-size: 0.95em; white-space: nowrap; }
.marks dd code, code.long { white-space: normal; overflow-wrap: anywhere; }
h1 { font-size: 16pt; line-height: 1; margin: 0; flex: none; max-width: 70mm; }
h1 small { font-size: 9.5pt; font-weight: normal; }
h2 { font-size: 12pt; line-height: 1; margin: 0; flex: none; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 0.25mm solid #000; padding: 0 1mm; text-align: left; vertical-align: middle;
  overflow-wrap: anywhere; }
th { font-size: 8pt; font-weight: bold; line-height: 1.15; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.choice { padding: 3mm; border-bottom: 0.25mm solid #000; }
.choice label { margin-left: 4mm; }
.sheet { page: a4; margin: 0 auto; padding: 4mm 0; }
body:has(#letter:checked) .sheet { page: letter; }
.blanks { display: flex; align-items: flex-end; gap: 0 4mm; margin: 0 0 1.5mm; }
.blank { display: flex; align-items: flex-end; min-height: 8mm; flex: 1 1 0;
  min-width: min-content; }
.blank b { flex: none; padding-right: 1.5mm; font-size: 8pt; line-height: 1.1;
  white-space: nowrap; }
.blank span { flex: 1 1 0; min-width: 8mm; border-bottom: 0.25mm solid #000; line-height: 1.1;
  overflow-wrap: anywhere; }
.reminder { margin: 0.6mm 0; }
.seats { table-layout: fixed; margin: 2mm 0; }
.seats td { height: 8mm; line-height: 1.1; }
.seats .seat { width: 10mm; text-align: center; }
.seats td.seat { font-weight: bold; font-size: 12pt; }
.seats .end { width: 15mm; text-align: center; }
.marks { margin: 1.5mm 0; font-size: 8.5pt; line-height: 1.15; columns: 2; column-gap: 6mm;
  column-rule: 0.1mm solid #000; }
.marks div { break-inside: avoid; padding: 0.15mm 0; display: flex; gap: 2mm; }
.marks dt { flex: none; min-width: 17mm; font-weight: bold; }
.marks dd, .marks p { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.tables { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0 4mm;
  break-inside: avoid; }
.values { margin: 1mm 0 2mm; flex: 1 1 auto; width: auto; font-size: 8.5pt; }
.values caption { text-align: left; font-weight: bold; font-size: 8.5pt; padding: 0 0 0.5mm; }
.values th, .values td { text-align: center; padding: 0.4mm 1mm; white-space: pre-line; }
.values .picture { line-height: 1; font-size: 10pt; letter-spacing: 0.3mm; }
.head { break-inside: avoid; break-after: avoid; margin-top: 2.5mm; }
.short { break-inside: avoid; }
.grid { table-layout: fixed; }
.grid tbody td { height: 8mm; }
.grid thead .running td { border: 0; height: auto; font-size: 8pt; padding: 0 0 0.5mm;
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.grid .number { width: 14mm; text-align: center; font-size: 8pt; }
.grid td.printed { white-space: nowrap; text-align: center; word-spacing: 1.6mm; font-size: 10pt; }
.grid tr.example td { height: 5mm; font-size: 8pt; font-style: italic; }
.checks { margin: 2mm 0 0; break-inside: avoid; table-layout: fixed; }
.checks td { height: 8mm; }
.checks .name { width: 48mm; }
.checks .sides th { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
@media screen { .sheet { width: 190mm; border-bottom: 1mm dotted #000; } }
@media print {
  .choice { display: none; }
  .sheet { padding: 0 0.3mm; break-after: page; }
  .sheet:last-child { break-after: auto; }
}
"""
