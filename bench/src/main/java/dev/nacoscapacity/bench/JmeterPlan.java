package dev.nacoscapacity.bench;

import java.util.Map;

/** A JMeter test plan that repeats one request as fast as it is answered. */
final class JmeterPlan {

  private JmeterPlan() {}

  /**
   * @param threads each with one connection that is kept alive, by JMeter's usual HttpClient4
   * @param seconds after which it ends by itself
   */
  static String of(Request request, int port, int threads, long seconds) {
    return plan(request, port, threads, 0, seconds, "stoptestnow", "<hashTree/>");
  }

  /**
   * A thread for each user, which makes one call a period.
   *
   * @param rampSeconds in which all users begin, one after another
   */
  static String users(
      Request request, int port, int users, long rampSeconds, long seconds, int periodSeconds) {
    String timer =
        """
        <hashTree>
                  <ConstantThroughputTimer guiclass="TestBeanGUI" testclass="ConstantThroughputTimer" \
        testname="period">
                    <intProp name="calcMode">0</intProp>
                    <stringProp name="throughput">%d</stringProp>
                  </ConstantThroughputTimer>
                  <hashTree/>
                </hashTree>"""
            .formatted(60 / periodSeconds);
    return plan(request, port, users, rampSeconds, seconds, "continue", timer);
  }

  private static String plan(
      Request request,
      int port,
      int threads,
      long rampSeconds,
      long seconds,
      String onError,
      String timer) {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
          <hashTree>
            <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="bench"/>
            <hashTree>
              <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="clients">
                <stringProp name="ThreadGroup.on_sample_error">%s</stringProp>
                <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
                  <boolProp name="LoopController.continue_forever">false</boolProp>
                  <intProp name="LoopController.loops">-1</intProp>
                </elementProp>
                <stringProp name="ThreadGroup.num_threads">%d</stringProp>
                <stringProp name="ThreadGroup.ramp_time">%d</stringProp>
                <boolProp name="ThreadGroup.scheduler">true</boolProp>
                <stringProp name="ThreadGroup.duration">%d</stringProp>
                <stringProp name="ThreadGroup.delay">0</stringProp>
                <boolProp name="ThreadGroup.same_user_on_next_iteration">true</boolProp>
              </ThreadGroup>
              <hashTree>
                <HeaderManager guiclass="HeaderPanel" testclass="HeaderManager" testname="headers">
                  <collectionProp name="HeaderManager.headers">
        %s          </collectionProp>
                </HeaderManager>
                <hashTree/>
                <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" \
        testname="request">
                  <elementProp name="HTTPsampler.Arguments" elementType="Arguments">
                    <collectionProp name="Arguments.arguments"/>
                  </elementProp>
                  <stringProp name="HTTPSampler.domain">127.0.0.1</stringProp>
                  <stringProp name="HTTPSampler.port">%d</stringProp>
                  <stringProp name="HTTPSampler.protocol">http</stringProp>
                  <stringProp name="HTTPSampler.path">%s</stringProp>
                  <stringProp name="HTTPSampler.method">%s</stringProp>
                  <boolProp name="HTTPSampler.follow_redirects">false</boolProp>
                  <boolProp name="HTTPSampler.use_keepalive">true</boolProp>
                  <stringProp name="HTTPSampler.implementation">HttpClient4</stringProp>
                </HTTPSamplerProxy>
                %s
              </hashTree>
            </hashTree>
          </hashTree>
        </jmeterTestPlan>
        """
        .formatted(
            onError,
            threads,
            rampSeconds,
            seconds,
            headers(request.headers()),
            port,
            escaped(request.target()),
            request.method(),
            timer);
  }

  private static String headers(Map<String, String> headers) {
    StringBuilder xml = new StringBuilder();
    headers.forEach(
        (name, value) -> {
          // JMeter writes these two itself, with the same values.
          if (!name.equals("Host") && !name.equals("Connection")) {
            xml.append(
                """
                            <elementProp name="" elementType="Header">
                              <stringProp name="Header.name">%s</stringProp>
                              <stringProp name="Header.value">%s</stringProp>
                            </elementProp>
                """
                    .formatted(escaped(name), escaped(value)));
          }
        });
    return xml.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
