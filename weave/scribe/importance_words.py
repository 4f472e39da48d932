"""The words by which importance is told in other languages than English: data, by what they speak of. Pure.

Each is the beginning of a word ("_" ends it, or parts two); in scripts that part no words it stands anywhere. They are
looked for only in what is not English, since a beginning of one language is a word of another.
"""

from __future__ import annotations

__all__ = ["DID", "DUTY", "HEALTH", "KIN", "MONEY", "SMALL", "TURNS"]

HEALTH = """
过敏 過敏 医生 醫生 大夫 医院 醫院 手术 手術 药 藥 吃药 服用 胰岛素 糖尿病 血压 血壓 血型 癌 哮喘 怀孕 懷孕 发烧 發燒 疫苗 骨折 急诊 急診 诊断 診斷 去世 葬礼 葬禮 牙医 牙醫 住院 抑郁 中毒 心脏 心臟 体检 處方 处方
アレルギー 医者 医師 病院 薬 手術 血圧 血液型 妊娠 糖尿病 インスリン 喘息 発熱 診断 入院 退院 骨折 癌 がん 予防接種 ワクチン 亡くな 葬式 歯医者 歯科 処方 検査結果 発作 救急
알레르기 의사 병원 약을 약은 약이 복용 수술 혈압 혈액형 임신 당뇨 인슐린 천식 진단 입원 퇴원 골절 암에 백신 예방접종 돌아가셨 장례 치과 처방 응급 발작
หมอ แพทย์ ยา โรงพยาบาล แพ้ ผ่าตัด ความดัน กรุ๊ปเลือด ตั้งครรภ์ ท้องว่าง เบาหวาน อินซูลิน หอบหืด มะเร็ง วัคซีน ทันตแพทย์ เสียชีวิต งานศพ ฉุกเฉิน ป่วย ไข้
bác_sĩ bệnh thuốc dị_ứng phẫu_thuật huyết_áp nhóm_máu mang_thai tiểu_đường hen_suyễn ung_thư vắc_xin nha_sĩ qua_đời đám_tang cấp_cứu
dokter alergi obat rumah_sakit operasi tekanan_darah golongan_darah hamil diabetes asma kanker vaksin meninggal pemakaman darurat
doktor gamot ospital operasyon presyon buntis hika kanser bakuna namatay libing dentista allergic_ako may_allergy
डॉक्टर दवा दवाई अस्पताल एलर्जी ऑपरेशन रक्तचाप ब्लड गर्भवती मधुमेह शुगर इंसुलिन दमा कैंसर टीका निधन बीमार दंत
طبيب دكتور دواء أدوية مستشفى حساسية عملية_جراحية ضغط_الدم فصيلة حامل سكري أنسولين الربو سرطان لقاح توفي جنازة طوارئ الدواء
רופא תרופ בית_חולים אלרגי ניתוח לחץ_דם סוג_דם בהריון סוכרת אינסולין אסתמה סרטן חיסון נפטר הלוויה חירום שיניים
doktor ilaç ilac hastane alerji ameliyat tansiyon kan_grubu hamile diyabet şeker_hastalığı insülin astım kanser aşı vefat cenaze acil diş_hekim
врач доктор лекарств таблет больниц аллерги операци давлени групп_крови беременн диабет инсулин астм рак_ прививк умер похорон стоматолог диагноз скор
лікар лік_ лікарн алергі операці тиск груп_крові вагітн діабет інсулін астм щеплен помер похорон стоматолог діагноз
lekarz lekarka leki lekarstw tabletk szpital alergi uczulon operacj ciśnieni grup_krwi ciąż cukrzyc insulin astm nowotwor szczepi zmarł pogrzeb dentyst diagnoz
arzt ärzt medikament tablett krankenhaus allergi operation blutdruck blutgruppe schwanger diabet insulin asthma krebs impf gestorben beerdigung notfall diagnos unverträglich zahnarzt
médecin medecin docteur médicament hôpital allergi opér tension groupe_sanguin enceinte diabèt insuline asthme cancer vaccin décéd enterrement urgence diagnosti dentiste ordonnance
médico medico doctor medicament medicina pastilla hospital alérgic alergi operaci operar presión grupo_sanguíneo embaraz diabet insulina cáncer vacuna falleci murió funeral urgencia diagnosti dentista receta_médica
medicina remédio remedio cirurgia alergia alérgic pressão grávida diabete câncer cancro vacina faleceu morreu enterro emergência dentista
dottor medic farmac ospedale allergi operazione pressione incinta diabete asma tumore vaccin morto funerale emergenza dentista
arts huisarts medicijn pillen ziekenhuis allergi operatie bloeddruk bloedgroep zwanger suikerziekte astma kanker overleden begrafenis tandarts
läkare medicin tablett sjukhus allergi operation blodtryck blodgrupp gravid diabetes astma cancer vaccin avlid begravning tandläkare
"""
DUTY = """
不能 不要 不许 不許 不准 禁止 必须 必須 一定要 千万 千萬 记得 記得 记住 記住 别忘 別忘 重要 截止 答应 答應 承诺 承諾 约好 約好 预约 預約 面试 面試 考试 考試 签证 簽證 护照 護照 合同 保险 保險 到期 结婚 結婚 生日 出生 规定 規定 密码 密碼 地址 门牌 電話 电话 手机号 钥匙 鑰匙
禁止 してはいけ てはいけません ないで 必ず なければ 忘れない 覚えて 約束 締め切り 期限 予約 面接 試験 契約 保険 ビザ パスポート 結婚 誕生日 重要 暗証 パスワード 住所 電話番号 鍵
금지 하지_마 안_된다 안_됩니다 안_돼 반드시 꼭 잊지 기억해 약속 마감 예약 면접 시험 계약 보험 비자 여권 결혼 생일 중요 비밀번호 주소 전화번호 열쇠
ห้าม ต้อง อย่า จำไว้ สัญญา กำหนดส่ง นัด สัมภาษณ์ สอบ วีซ่า พาสปอร์ต หนังสือเดินทาง ประกัน แต่งงาน วันเกิด สำคัญ รหัส ที่อยู่ เบอร์โทร กุญแจ
cấm không_được phải đừng nhớ hứa hạn_chót lịch_hẹn phỏng_vấn kỳ_thi hợp_đồng bảo_hiểm hộ_chiếu kết_hôn sinh_nhật quan_trọng mật_khẩu địa_chỉ điện_thoại chìa_khóa
dilarang jangan harus wajib janji tenggat wawancara ujian kontrak asuransi paspor menikah ulang_tahun penting kata_sandi alamat nomor_telepon kunci
bawal huwag dapat kailangan pangako takdang panayam eksamen kontrata pasaporte kasal kaarawan mahalaga tandaan huwag_kalimutan tirahan susi
मना नहीं_खाना मत ज़रूरी जरूरी चाहिए याद वादा अंतिम_तिथि अपॉइंटमेंट साक्षात्कार परीक्षा अनुबंध बीमा पासपोर्ट वीज़ा शादी जन्मदिन पासवर्ड पता_है फ़ोन_नंबर चाबी
ممنوع لا_تنس يجب لازم تذكر وعد موعد مقابلة امتحان عقد تأمين جواز تأشيرة زواج زفاف عيد_ميلاد مهم كلمة_السر كلمة_المرور عنوان رقم_الهاتف مفتاح منع يمنع
אסור חייב צריך אל_תשכח לזכור הבטח דדליין תור_ ראיון מבחן חוזה ביטוח דרכון ויזה חתונה יום_הולדת חשוב סיסמ כתובת טלפון מפתח קוד
yasak mutlaka zorunda unutma hatırla söz_ver son_tarih randevu mülakat sınav sözleşme sigorta pasaport vize evlen düğün doğum_günü önemli şifre adres telefon_numara anahtar
нельзя запрет запрещ должен должна обязательно не_забудь помни запомни обеща срок дедлайн встреч собеседован экзамен договор страхов паспорт виз_ свадьб день_рожден важно парол адрес телефон ключ код_
не_можна заборон повин обов'язково не_забудь пам'ята обіця термін зустріч співбесід іспит договір страхув паспорт весілл день_народженн важливо парол адрес телефон ключ
nie_wolno zabron zakaz muszę musi trzeba koniecznie pamiętaj nie_zapomnij obieca termin wizyt rozmow_kwalifik egzamin umow ubezpiecz paszport ślub urodziny ważne hasło adres telefon klucz
darf_nicht dürfen_nicht darf_kein verbot verboten muss müssen unbedingt vergiss versproch versprech frist termin vorstellungsgespräch prüfung vertrag versicherung reisepass visum hochzeit geburtstag wichtig merk_dir passwort adresse telefonnummer schlüssel
interdit défend doit_ ne_pas n'oublie rappelle promis promesse échéance rendez-vous entretien examen contrat assurance passeport mariage anniversaire mot_de_passe adresse téléphone clé_
prohib no_puede no_debe debo debe_ tengo_que hay_que no_olvid recuerda prometí prometi plazo cita_ entrevista examen contrato seguro_ pasaporte boda cumpleaños importante contraseña dirección teléfono llave clave
proibi não_pode não_deve tenho_que não_esque lembr prometi prazo consulta entrevista exame contrato seguro_ passaporte casamento aniversário importante senha endereço morada telefone chave
vietat proibit non_deve non_può devo_ ricorda promess scadenza appuntamento colloquio esame contratto assicurazione passaporto matrimonio compleanno importante indirizzo telefono chiave
verboden mag_niet moet_ vergeet_niet onthoud beloof deadline afspraak sollicitatie examen contract verzekering paspoort bruiloft verjaardag belangrijk wachtwoord telefoonnummer sleutel
förbjud får_inte måste kom_ihåg glöm_inte lova_ tidsfrist intervju tentamen avtal försäkring pass_ bröllop födelsedag viktig lösenord adress telefonnummer nyckel
"""
TURNS = """
决定 決定 选择了 選擇了 同意 搬家 搬到 搬去 辞职 辭職 跳槽 换了 換了 买了 買了 卖了 賣了 改成 改为 取消 毕业 畢業 录取 錄取 通过 通過 合格 分手 离婚 離婚 以后不 不再
決め 引っ越 転職 退職 辞め 買った 買いました 売った 変更 キャンセル 卒業 合格 離婚 別れ もう食べない
결정 이사 퇴사 이직 그만두 샀다 샀어 팔았 변경 취소 졸업 합격 이혼 헤어
ตัดสินใจ ย้าย ลาออก ซื้อ ขาย เปลี่ยน ยกเลิก เรียนจบ สอบผ่าน หย่า
quyết_định chuyển_nhà chuyển_đến nghỉ_việc đã_mua đã_bán thay_đổi hủy tốt_nghiệp ly_hôn
memutuskan pindah mengundurkan membeli menjual mengganti batal lulus cerai
nagpasya lumipat nagbitiw bumili ibinenta binago kinansela nagtapos
फैसला तय_किया शिफ्ट इस्तीफ़ा इस्तीफा ख़रीदा खरीदा बेचा बदल रद्द तलाक पास_हो
قرر انتقل استقال اشتري اشترى باع غير إلغاء ألغي تخرج طلاق
החלט עברנו עברתי התפטר קנית קנינו מכר שינ ביטל סיימ התגרש
karar taşın istifa satın_al sattı değişti iptal mezun boşan
решил переех увол купил продал измен отмен окончил разв поступил
вирішил переїха звільни купи продав змін скасу закінчи розлуч
zdecydow przeprowadz zwolni kupił sprzeda zmieni odwoła ukończy rozwod
entschied entschlossen umgezogen gezogen gekündigt gekauft verkauft geändert abgesagt bestanden geschieden
décidé déménag démission acheté vendu changé annulé diplôm divorc
decidi mudamos mudé renunci compré vendí cambi cancel gradué divorci aprobé
decidi mudei mudamos demiti comprei vendi mudou cancel formei divorci
deciso trasferit dimess comprato venduto cambiat annullat laureat divorzi
besloten beslis verhuis ontslag gekocht verkocht gewijzigd geannuleerd gescheiden
bestäm_ beslut flytta sade_upp köpt sålt ändra inställ skild
"""
KIN = """
妻子 老婆 丈夫 老公 妈妈 媽媽 爸爸 母亲 母親 父亲 父親 儿子 兒子 女儿 女兒 姐姐 妹妹 哥哥 弟弟 爷爷 奶奶 外婆 孩子 家人
妻 夫が 夫は 母 父 息子 娘 姉 妹 兄 弟 祖母 祖父 子供 子ども 家族
아내 남편 엄마 아빠 어머니 아버지 아들 딸 언니 누나 오빠 동생 할머니 할아버지 아이 가족
ภรรยา สามี แม่ พ่อ ลูกชาย ลูกสาว พี่สาว น้องสาว พี่ชาย น้องชาย ย่า ยาย ปู่ ครอบครัว
vợ chồng mẹ_ bố_ con_trai con_gái chị_gái em_gái anh_trai em_trai gia_đình
istri suami ibu_ ayah anak kakak adik nenek kakek keluarga
asawa nanay tatay anak ate_ kuya kapatid lola_ lolo_ pamilya
पत्नी पति माँ मां पिता बेटा बेटी बहन भाई दादी दादा परिवार
زوجت زوج_ أمي أبي والد ابني ابنتي أختي أخي جدت جدي عائل
אשתי בעלי אמא אבא הבן_שלי הבת_שלי אחותי אחי_ סבתא סבא משפח
karım kocam eşim annem babam oğlum kızım kardeş ablam abim ağabey babaanne dedem aile
жена муж_ мама мать папа отец сын_ дочь дочк сестра брат_ бабушк дедушк семь
дружина чоловік мама тато батько син_ донька дочка сестра брат бабус дідус родин
żona mąż mama matka tata ojciec syn_ córka siostra brat_ babcia dziadek rodzin
mutter vater schwester bruder sohn tochter ehefrau ehemann großmutter familie
mère père sœur soeur frère fils_ fille_ épouse grand-mère famille
madre padre hermano hermana hijo hija esposa esposo abuela abuelo familia
mãe pai_ irmão irmã filho filha marido avó avô família
madre padre sorella fratello figlio figlia moglie marito nonna nonno famiglia
moeder vader zus_ broer zoon dochter echtgeno oma_ opa_ gezin
mamma pappa syster bror_ dotter hustru mormor farmor morfar familj
"""
MONEY = """
元 块钱 塊錢 人民币 工资 工資 薪水 房租 房贷 房貸 贷款 貸款 税 稅 账户 帳戶 银行 銀行 押金 欠 预算 預算
円 給料 家賃 ローン 借金 予算 請求書 税金 口座 銀行 敷金 年金
만원 천원 월급 월세 전세 대출 빚 예산 세금 계좌 은행 보증금
บาท เงินเดือน ค่าเช่า กู้ หนี้ งบ ภาษี บัญชี ธนาคาร มัดจำ
đồng_ lương tiền_thuê khoản_vay nợ ngân_sách thuế tài_khoản ngân_hàng đặt_cọc
rupiah gaji sewa pinjaman utang anggaran pajak rekening
piso sahod upa_ utang badyet buwis bangko
रुपये रुपए वेतन किराया कर्ज लोन बजट टैक्स खाता बैंक
ريال دينار درهم جنيه راتب إيجار قرض دين_ ميزانية ضريب حساب بنك
שקל משכורת שכר_דירה משכנתא הלוואה חוב תקציב חשבון בנק
lira maaş kira_ kredi borç bütçe vergi hesab banka
рубл зарплат аренд ипотек кредит долг бюджет налог счет_ счёт банк
гривн зарплат оренд іпотек кредит борг бюджет податк рахун
złot pensj czynsz kredyt dług budżet podatk konto
gehalt miete hypothek darlehen schulden rechnung steuer konto_ kaution
salaire loyer prêt_ dette facture impôt compte_ caution
salario sueldo alquiler hipoteca préstamo deuda presupuesto factura impuesto cuenta_
salário aluguel renda_ empréstimo dívida orçamento fatura imposto conta_
stipendio affitto mutuo prestito debito bilancio fattura tasse
salaris huur_ hypotheek lening schuld rekening belasting
hyra_ bolån skuld faktura skatt kronor
"""
DID = """
我们去 我去 我和 我跟 吃了 去了 见了 見了 做了 花了 学会 學會 完成 行きました 行った 会った 会いました 食べました 使った 했다 했어 갔다 갔어 만났 먹었
ไปกับ ไปที่ ได้เจอ เจอกับ tôi_đã chúng_tôi_đã saya_pergi kami_pergi pumunta_ako kumain_ako
मैंने हमने गया_था ذهبت قابلت أكلت הלכתי פגשתי אכלתי gittim gittik aldım yaptım
сходил ходил поехал встретил сделал написал ходив поїха зустрі зробив poszedłem poszłam spotkał zrobił
ich_habe wir_haben ich_war j'ai_ nous_avons fuimos fui_a he_ido comí hice fomos fiz_ ho_fatto siamo_andati ik_heb we_hebben jag_har vi_har
"""
SMALL = (
    "ich wir man ins wie heute sehr gut alles hat war ist das der die den und nicht mit fur eine ein mein meine so auch",
    "yang dan di ke dari untuk dengan tidak saya kamu ini itu ada akan sudah kami kita mereka dia pada atau juga lagi bisa",
    "la cua va toi ban khong co mot nhung cho duoc nay voi den trong nguoi anh chi em da se o ve cung rat",
    "ve bir bu da de icin ile ben sen biz siz onlar cok ama gibi daha degil var yok ne mi mu beni bana benim evet",
    "i w na z ze do sie nie to jest o jak co po za od moj moja ma mam ale tak dla przez jestem byl byla mi mnie",
    "и в не на что я с он она мы вы они это как но по к у за от так же бы был была мне меня мой моя для есть из о",
    "і в у не на що я з він вона ми ви вони це як але по до за від так був була мені мене мій моя для є та",
    "och i att det som en ett pa ar av for med till den har inte jag du vi de min mitt var om men sa mig han hon",
    "في من على أن إلى هذا هذه لا ما مع عن كان كنت أنا هو هي نحن هل قد لم لن كل بعد قبل يا و",
    "है हैं में का की के को से पर ने और यह वह मैं हम तुम आप था थी थे नहीं भी तो हो कि मुझे मेरी मेरा",
)
"""The small words of languages that the search does not know; folded, as they are compared."""
